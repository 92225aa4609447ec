package io.loopsentinel.it.langgraph4j;

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
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Calls a tool that does not exist again and again, until it is told. */
  GUESSING,
  /** Makes two calls in turn and says the same beside each, until it is told as by the user. */
  CHATTING,
  /** Makes ever new calls. */
  BROWSING,
  /** Makes one call with a long text beside it. */
  VERBOSE,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /**
   * Number of responses after which a model gives up if no hint reaches it; LangGraph4j's own limit
   * of 25 steps of a graph is reached before.
   */
  static final int MAX_RESPONSES = 26;

  /** The turns that a run may have. */
  static final int TURNS = 7;

  /** The tokens that a run may have. */
  static final int TOKENS = 12_000;

  private static final int CHARACTERS_PER_TOKEN = 4;

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
      case FAILING -> untilTold(responses -> List.of(search(Library.BROKEN + responses)));
      case GUESSING ->
          untilTold(responses -> List.of(new ToolCall("find", "{\"title\": \"loops\"}")));
      case CHATTING ->
          conversation ->
              conversation.isWarned()
                  ? new Answer(ANSWER)
                  : new ToolCalls(
                      "Let me look for one more volume, and then I shall answer.",
                      List.of(search("volume " + conversation.responses() % 2)));
      case BROWSING ->
          conversation -> new ToolCalls(List.of(search("volume " + conversation.responses())));
      case VERBOSE ->
          conversation ->
              new ToolCalls(
                  "x".repeat(TOKENS * CHARACTERS_PER_TOKEN), List.of(search(Library.LOOPS)));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::search), ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(search(Library.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return Script.looping(Script.untilExhausted(MAX_RESPONSES, calls), ANSWER);
  }

  private static ToolCall search(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }
}
