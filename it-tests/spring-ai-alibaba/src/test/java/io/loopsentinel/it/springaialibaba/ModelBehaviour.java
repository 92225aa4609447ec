package io.loopsentinel.it.springaialibaba;

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
  /** Makes three calls in turn and says the same beside each, until it is told as by the user. */
  CHATTING,
  /** Makes ever new calls that fail in the same way, until it is told that they were not run. */
  FAILING,
  /** Makes ever new calls that find the same, until it is told. */
  BROWSING,
  /** Calls a tool that does not exist again and again, until it is told as by the user. */
  INVENTING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call, then answers; a loop of agents has twenty rounds. */
  RETURNING,
  /** Makes one call, then answers; five agents are asked at once. */
  BRANCHING,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED;

  static final String ANSWER = "There are three books on loops.";

  /**
   * Number of responses after which a model gives up if no hint reaches it; an agent has no limit.
   */
  static final int MAX_RESPONSES = 20;

  /** Returns how many ask at once. */
  int users() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how often each of them asks. */
  int rounds() {
    return this == SHARED ? 2 : 1;
  }

  /** Returns how many rounds a loop of agents has. */
  int loops() {
    return this == RETURNING ? 20 : 1;
  }

  /** Returns how many agents are asked at once. */
  int agents() {
    return this == BRANCHING ? 5 : 1;
  }

  /** Returns the actions of the model; if calls are made at once, mostly two in each response. */
  Script script(Dispatch dispatch) {
    Script script = script();
    return dispatch.isParallel() && this != HEALTHY
        ? conversation ->
            script.next(conversation) instanceof ToolCalls calls && calls.calls().size() == 1
                ? new ToolCalls(
                    calls.text(),
                    List.of(calls.calls().get(0), secondCall(conversation.responses())))
                : script.next(conversation)
        : script;
  }

  private ToolCall secondCall(int responses) {
    return switch (this) {
      case CHATTING -> call("chapter " + responses % 3);
      case FAILING -> call(Library.BROKEN + "in room " + responses);
      case BROWSING -> call(Library.MAP + "in room " + responses);
      default -> call("page " + responses);
    };
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
      case BROWSING -> untilTold(responses -> List.of(call(Library.MAP + responses)));
      case INVENTING ->
          conversation ->
              conversation.isWarned()
                  ? new Answer(ANSWER)
                  : new ToolCalls(List.of(new ToolCall("find", "{\"input\": \"loops\"}")));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::call), ANSWER);
      case RETURNING, BRANCHING ->
          conversation ->
              conversation.latestToolResults().isEmpty()
                  ? new ToolCalls(List.of(call(Library.LOOPS)))
                  : new Answer("After " + conversation.responses() + ": " + ANSWER);
      case SHARED ->
          conversation ->
              conversation.responsesToQuestion() < 3
                  ? new ToolCalls(List.of(call(Library.LOOPS)))
                  : new Answer(ANSWER);
    };
  }

  private static Reply chatting(Conversation conversation) {
    int responses = conversation.responses();
    return responses < MAX_RESPONSES
        ? new ToolCalls(
            "Let me look for one more volume, and then I shall answer.",
            List.of(call("volume " + responses % 3)))
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

  /** Returns a call of the tool; a tool that is an agent has its one parameter by that name. */
  static ToolCall call(String input) {
    return new ToolCall("search", "{\"input\": \"" + input + "\"}");
  }
}
