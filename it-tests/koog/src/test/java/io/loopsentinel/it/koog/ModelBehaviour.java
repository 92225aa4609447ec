package io.loopsentinel.it.koog;

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
  /** Makes one call again and again, whatever it is told. */
  STUBBORN,
  /** Makes one call again and again, each time beside a new one, until it is told. */
  PAIRING,
  /** Makes one call five times in each response, until it is told. */
  CROWDING,
  /** Makes six calls in turn and says the same beside each, until it is told as by the user. */
  CHATTING,
  /** Makes ever new calls that fail in the same way, until it is told that they were not run. */
  FAILING,
  /** Makes ever new calls that find the same, until it is told. */
  BROWSING,
  /** Calls a tool that does not exist again and again, until it is told as by the user. */
  INVENTING,
  /** Answers in a way that no tool understands, until it is told that this was not run. */
  GARBLING,
  /** Answers at once, to one task after another. */
  CURT,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED,
  /** The same, and its tool waits for nobody. */
  ATTENDED;

  static final String ANSWER = "There are three books on loops.";

  /**
   * Number of responses after which a model gives up if no hint reaches it; Koog's own limit for
   * graphs, 50 nodes, is reached before.
   */
  static final int MAX_RESPONSES = 26;

  /** Returns how many ask at once. */
  int users() {
    return this == SHARED || this == ATTENDED ? 2 : 1;
  }

  /** Returns how many search at the same moment. */
  int searches() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how often each of them asks. */
  int rounds() {
    return users();
  }

  /** Returns how many tasks a question has where there are any. */
  int tasks() {
    return this == CURT ? 5 : 1;
  }

  Script script(Dispatch dispatch) {
    Script script = script();
    return dispatch.endsByTool()
        ? conversation ->
            script.next(conversation) instanceof Answer answer
                ? new ToolCalls(List.of(finish("result", answer.text())))
                : script.next(conversation)
        : script;
  }

  private Script script() {
    return switch (this) {
      case LOOPING -> untilTold(responses -> List.of(call(Library.LOOPS)));
      case STUBBORN -> Script.stubborn(call(Library.LOOPS));
      case PAIRING ->
          untilTold(responses -> List.of(call(Library.LOOPS), call("shelf " + responses)));
      case CROWDING -> untilTold(responses -> Collections.nCopies(5, call(Library.LOOPS)));
      case CHATTING ->
          conversation -> conversation.isWarned() ? new Answer(ANSWER) : chatting(conversation);
      case FAILING -> untilStopped(responses -> List.of(call(Library.BROKEN + responses)));
      case GARBLING -> untilStopped(responses -> List.of(finish("answer", ANSWER)));
      case CURT -> conversation -> new Answer(ANSWER);
      case BROWSING -> untilTold(responses -> List.of(call(Library.MAP + responses)));
      case INVENTING ->
          conversation ->
              conversation.isWarned()
                  ? new Answer(ANSWER)
                  : new ToolCalls(List.of(new ToolCall("find", "{\"input\": \"loops\"}")));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::call), ANSWER);
      case SHARED, ATTENDED ->
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

  private static Script untilStopped(IntFunction<List<ToolCall>> calls) {
    Script untold = Script.untilExhausted(MAX_RESPONSES, calls);
    return conversation ->
        conversation.latestHints().stream().anyMatch(hint -> hint.contains("was not run"))
            ? new Answer(ANSWER)
            : untold.next(conversation);
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return Script.looping(Script.untilExhausted(MAX_RESPONSES, calls), ANSWER);
  }

  /** Returns a call of the tool that ends a task, which has one parameter, {@code result}. */
  private static ToolCall finish(String parameter, String text) {
    return new ToolCall("finalize_task_result", "{\"" + parameter + "\": \"" + text + "\"}");
  }

  /** Returns a call of the tool; a tool that is an agent has its one parameter by that name. */
  static ToolCall call(String input) {
    return new ToolCall("search", "{\"input\": \"" + input + "\"}");
  }
}
