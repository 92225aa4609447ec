package io.loopsentinel.it.telemetry.program;

import java.util.Map;

/** Dispatches calls of tools. */
public final class Desk {

  /** What the model asks for, and nobody else is to read. */
  public static final String ARGUMENT = "mrkrargument";

  /** What the tool answers. */
  public static final String RESULT = "mrkrresult";

  private Desk() {}

  static Object dispatch(String session, String tool, Map<String, Object> arguments) {
    return RESULT;
  }

  /** Makes the same call, which is not run for ever. */
  public static void call(String session) {
    try {
      dispatch(session, "search", Map.of("q", ARGUMENT));
    } catch (Error stopped) {
      System.out.println("stopped by " + stopped.getClass().getSimpleName());
    }
  }
}
