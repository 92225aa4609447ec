package io.loopsentinel.it.embabel;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** How the model behaves in a scenario. */
enum ModelBehaviour {
  /** Makes one call again and again until it is told. */
  LOOPING,
  /** Makes one call again and again, each time beside a new one, until it is told. */
  PAIRING,
  /** Makes one call again and again, each time beside a new one, whatever it is told. */
  STUBBORN,
  /** Makes six calls in turn and says the same beside each, until it is told as by the user. */
  CHATTING,
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Calls a tool that does not exist again and again, until it is told. */
  GUESSING,
  /** Calls a tool that does not exist again and again, whatever it is told. */
  STUBBORNLY_GUESSING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /**
   * Number of responses after which a model gives up if no hint reaches it; Embabel's own limit is
   * 20.
   */
  static final int MAX_RESPONSES = 26;

  /** Returns how many ask at once. */
  int users() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how often each of them asks. */
  int rounds() {
    return this == SHARED ? 2 : 1;
  }

  Script script(Dispatch dispatch) {
    Script script = script();
    return dispatch == Dispatch.OBJECT
        ? conversation ->
            script.next(conversation) instanceof Answer answer
                ? new Answer("{\"text\": \"" + answer.text() + "\"}")
                : script.next(conversation)
        : script;
  }

  private Script script() {
    return switch (this) {
      case LOOPING -> untilTold(responses -> List.of(call(Library.LOOPS)));
      case PAIRING -> untilTold(ModelBehaviour::pair);
      case STUBBORN -> Script.untilExhausted(MAX_RESPONSES, ModelBehaviour::pair);
      case CHATTING ->
          conversation -> conversation.isWarned() ? new Answer(ANSWER) : chatting(conversation);
      case FAILING -> untilTold(responses -> List.of(call(Library.BROKEN + responses)));
      case GUESSING -> untilTold(responses -> List.of(guess()));
      case STUBBORNLY_GUESSING -> Script.stubborn(guess());
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::call), ANSWER);
      case SHARED ->
          Script.healthy(
              Collections.nCopies(3, new ToolCalls(List.of(call(Library.LOOPS)))), ANSWER);
    };
  }

  private static Reply chatting(Conversation conversation) {
    int responses = conversation.responses();
    return responses < MAX_RESPONSES
        ? new ToolCalls(
            "Let me look for one more volume, and then I shall answer.",
            List.of(call("volume " + responses % 6)))
        : new Answer(Script.EXHAUSTED);
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return Script.looping(Script.untilExhausted(MAX_RESPONSES, calls), ANSWER);
  }

  private static List<ToolCall> pair(int responses) {
    return List.of(call(Library.LOOPS), call("shelf " + responses));
  }

  private static ToolCall guess() {
    return new ToolCall("find", "{\"query\": \"loops\"}");
  }

  static ToolCall call(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }
}
