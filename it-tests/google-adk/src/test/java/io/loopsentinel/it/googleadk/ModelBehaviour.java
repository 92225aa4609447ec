package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import java.util.List;
import java.util.function.Function;

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
  /** Calls a tool that does not exist again and again until it is told. */
  GUESSING,
  /** Calls a tool that does not exist again and again, whatever it is told. */
  STUBBORNLY_GUESSING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /** What a model answers that was never told, lest it go on for ever. */
  static final String EXHAUSTED = "I give up.";

  /** After so many responses. */
  static final int PATIENCE = 12;

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
      case LOOPING -> untilTold(responses -> List.of(search(SearchTool.LOOPS)));
      case STUBBORN -> Script.stubborn(search(SearchTool.LOOPS));
      case PAIRING ->
          untilTold(responses -> List.of(search(SearchTool.LOOPS), search("shelf " + responses)));
      case FAILING -> untilTold(responses -> List.of(search(SearchTool.BROKEN + responses)));
      case GUESSING -> untilTold(responses -> List.of(guess()));
      case STUBBORNLY_GUESSING -> conversation -> next(conversation, responses -> List.of(guess()));
      case HEALTHY ->
          Script.healthy(
              List.of(
                  new ToolCalls(List.of(search(SearchTool.LOOPS), search("knots"))),
                  new ToolCalls(List.of(search("circles"))),
                  new ToolCalls(List.of(search(SearchTool.LOOPS)))),
              ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(search(SearchTool.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static Script untilTold(Function<Integer, List<ToolCall>> calls) {
    return conversation -> isUntold(conversation) ? next(conversation, calls) : new Answer(ANSWER);
  }

  private static boolean isUntold(Conversation conversation) {
    return conversation.latestHints().isEmpty() && conversation.latestWarnings().isEmpty();
  }

  private static Reply next(Conversation conversation, Function<Integer, List<ToolCall>> calls) {
    int responses = conversation.responses();
    return responses < PATIENCE ? new ToolCalls(calls.apply(responses)) : new Answer(EXHAUSTED);
  }

  private static ToolCall search(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }

  private static ToolCall guess() {
    return new ToolCall("find", "{\"title\": \"" + SearchTool.LOOPS + "\"}");
  }
}
