package io.loopsentinel.agent.guard;

import java.util.concurrent.Callable;

/** A method that dispatches any tool, in one session. */
final class AnyTool {

  /** Its target, without settings. */
  static final String TARGETS =
      """
        targets:
          - {name: t, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
      """;

  private AnyTool() {}

  @SuppressWarnings("unused") // guarded
  String dispatch(String tool, Object arguments) {
    return "";
  }

  /** Makes equal calls; returns the text that the model reads as the result of the last one. */
  static String lastOf(int times, String yaml, Callable<String> body, String tool, Object arguments)
      throws Exception {
    GuardedCalls calls = GuardedCalls.of(AnyTool.class, yaml);
    Object read = null;
    for (int i = 0; i < times; i++) {
      read = calls.call("dispatch", body, tool, arguments);
    }
    return String.valueOf(read);
  }
}
