package io.loopsentinel.it.springai;

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
  /** Makes ever new calls that fail in the same way, until it is told. */
  FAILING,
  /** Makes different calls, some at a time, then answers. */
  HEALTHY,
  /** Makes one call as often as it may, then answers; two users ask at once, and both once more. */
  SHARED,
  /** The same, and its tool waits for nobody. */
  ATTENDED;

  static final String ANSWER = "There are three books on loops.";

  /** Number of responses after which a model gives up if no hint reaches it. */
  static final int MAX_RESPONSES = 12;

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

  Script script() {
    return switch (this) {
      case LOOPING -> untilTold(responses -> List.of(call(Library.LOOPS)));
      case STUBBORN -> Script.stubborn(call(Library.LOOPS));
      case PAIRING ->
          untilTold(responses -> List.of(call(Library.LOOPS), call("shelf " + responses)));
      case FAILING -> untilTold(responses -> List.of(call(Library.BROKEN + responses)));
      case HEALTHY -> Script.healthy(Library.healthySearches(ModelBehaviour::call), ANSWER);
      case SHARED, ATTENDED ->
          Script.healthy(
              Collections.nCopies(3, new ToolCalls(List.of(call(Library.LOOPS)))), ANSWER);
    };
  }

  private static Script untilTold(IntFunction<List<ToolCall>> calls) {
    return Script.looping(Script.untilExhausted(MAX_RESPONSES, calls), ANSWER);
  }

  private static ToolCall call(String query) {
    return new ToolCall(
        "search", "{\"query\": \"" + query + "\", \"reason\": \"The user asked for it\"}");
  }
}
