package io.loopsentinel.it.langchain4j;

import io.loopsentinel.demo.Reply.ToolCall;
import io.loopsentinel.demo.Reply.ToolCalls;
import io.loopsentinel.demo.Script;
import java.util.List;

/** How the model behaves in a scenario. */
enum ModelBehaviour {
  /** Makes one call again and again until it is told. */
  LOOPING,
  /** Makes one call again and again, whatever it is told. */
  STUBBORN,
  /** Makes different calls, then answers. */
  HEALTHY;

  static final String ANSWER = "There are three books on loops.";

  Script script(int callsPerResponse) {
    return switch (this) {
      case LOOPING -> Script.looping(call("loops"), callsPerResponse, ANSWER);
      case STUBBORN -> Script.stubborn(call("loops"), callsPerResponse);
      case HEALTHY ->
          Script.healthy(
              List.of(
                  new ToolCalls(List.of(call("loops"), call("knots"))),
                  new ToolCalls(List.of(call("circles"))),
                  new ToolCalls(List.of(call("loops")))),
              ANSWER);
    };
  }

  private static ToolCall call(String query) {
    return new ToolCall("search", "{\"query\": \"" + query + "\"}");
  }
}
