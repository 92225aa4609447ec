package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
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
  /** Makes three calls in turn and says the same beside each, until it is told. */
  CHATTING,
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Calls a tool that does not exist again and again until it is told. */
  GUESSING,
  /** Calls a tool that does not exist again and again, whatever it is told. */
  STUBBORNLY_GUESSING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /** Number of responses after which a model gives up if no hint reaches it. */
  static final int MAX_RESPONSES = 12;

  /** Returns how many ask at once. */
  int users() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how often each of them asks. */
  int rounds() {
    return this == SHARED ? 2 : 1;
  }

  Script script() {
    return switch (this) {
      case LOOPING -> untilTold(responses -> List.of(search(Library.LOOPS)));
      case STUBBORN -> Script.stubborn(search(Library.LOOPS));
      case PAIRING ->
          untilTold(responses -> List.of(search(Library.LOOPS), search("shelf " + responses)));
      case CHATTING ->
          conversation ->
              isUntold(conversation) && conversation.responses() < MAX_RESPONSES
                  ? new ToolCalls(
                      "Let me look for one more volume, and then I shall answer.",
                      List.of(search("volume " + conversation.responses() % 3)))
                  : new Answer(ANSWER);
      case FAILING -> untilTold(responses -> List.of(search(Library.BROKEN + responses)));
      case GUESSING -> untilTold(responses -> List.of(guess()));
      case STUBBORNLY_GUESSING ->
          Script.untilExhausted(MAX_RESPONSES, responses -> List.of(guess()));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::search), ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(search(Library.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    Script untold = Script.untilExhausted(MAX_RESPONSES, calls);
    return conversation -> isUntold(conversation) ? untold.next(conversation) : new Answer(ANSWER);
  }

  private static boolean isUntold(Conversation conversation) {
    return conversation.latestHints().isEmpty() && conversation.latestWarnings().isEmpty();
  }

  private static ToolCall search(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }

  private static ToolCall guess() {
    return new ToolCall("find", "{\"title\": \"" + Library.LOOPS + "\"}");
  }
}
