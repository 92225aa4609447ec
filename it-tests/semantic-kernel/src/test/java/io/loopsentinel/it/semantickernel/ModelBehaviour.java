package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.model.Conversation;
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
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Makes ever new calls that are nearly the same and find the same, until it is told. */
  BROWSING,
  /** Calls a function that does not exist again and again until it is told. */
  GUESSING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  private static final String PLACES =
      "of all rivers hills towns roads bridges mills forests mines ports fields page ";

  /** How often Semantic Kernel invokes functions for one question, and asks the model again. */
  static final int ATTEMPTS = 5;

  /** Returns whether its calls fail. */
  boolean failsCalls() {
    return this == FAILING || this == GUESSING;
  }

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
      case CROWDING -> untilTold(responses -> Collections.nCopies(5, search(Library.LOOPS)));
      case FAILING -> untilTold(responses -> List.of(search(Library.BROKEN + responses)));
      case BROWSING -> untilTold(responses -> List.of(search(Library.MAP + PLACES + responses)));
      case GUESSING ->
          untilTold(
              responses ->
                  List.of(new ToolCall("library-find", "{\"title\": \"" + Library.LOOPS + "\"}")));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::search), ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(search(Library.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return conversation ->
        isUntold(conversation)
            ? new ToolCalls(calls.apply(conversation.responses()))
            : new Answer(ANSWER);
  }

  private static boolean isUntold(Conversation conversation) {
    return conversation.latestHints().isEmpty() && conversation.latestWarnings().isEmpty();
  }

  private static ToolCall search(String query) {
    return new ToolCall("library-search", "{\"query\": \"" + query + "\"}");
  }
}
