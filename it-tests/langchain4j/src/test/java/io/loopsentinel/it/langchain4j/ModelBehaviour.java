package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How the model behaves in a scenario. */
enum ModelBehaviour {
  /** Makes one call again and again until it is told. */
  LOOPING,
  /** Makes one call again and again, whatever it is told. */
  STUBBORN,
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Makes one call six times, whose result is another each time, then answers. */
  POLLING,
  /** Makes different calls, then answers. */
  HEALTHY,
  /** Makes one call as often as it may be made, then answers; two users ask it at once. */
  TWO_USERS,
  /** The same, and its tool waits for nobody. */
  ATTENDED;

  static final String ANSWER = "There are three books on loops.";

  /** Returns how many runs there are at once, of one assistant. */
  int users() {
    return this == TWO_USERS || this == ATTENDED ? 2 : 1;
  }

  /** Returns how many search at the same moment. */
  int searches() {
    return this == TWO_USERS ? 2 : 1;
  }

  /**
   * Returns the behaviour as a script.
   *
   * @param callsPerResponse how many calls a loop makes at a time; those beside the first are new
   *     ones each time
   */
  Script script(int callsPerResponse) {
    return switch (this) {
      case LOOPING -> Script.looping(loop(callsPerResponse), ANSWER);
      case STUBBORN -> loop(callsPerResponse);
      case FAILING ->
          Script.looping(
              conversation ->
                  new ToolCalls(List.of(call(SearchTool.BROKEN + conversation.responses()))),
              ANSWER);
      case POLLING ->
          Script.healthy(
              Collections.nCopies(6, new ToolCalls(List.of(call(SearchTool.MOVING)))), ANSWER);
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::call), ANSWER);
      case TWO_USERS, ATTENDED -> untilResponse(3, loop(callsPerResponse));
    };
  }

  private static Script untilResponse(int last, Script script) {
    return conversation ->
        conversation.responses() < last ? script.next(conversation) : new Answer(ANSWER);
  }

  private static Script loop(int callsPerResponse) {
    return conversation -> {
      List<ToolCall> calls = new ArrayList<>(List.of(call(SearchTool.LOOPS)));
      while (calls.size() < callsPerResponse) {
        calls.add(call("shelf " + conversation.responses() + " board " + calls.size()));
      }
      return new ToolCalls(calls);
    };
  }

  private static ToolCall call(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }
}
