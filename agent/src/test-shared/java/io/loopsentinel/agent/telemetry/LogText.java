package io.loopsentinel.agent.telemetry;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The text printed by the agent's log. */
public final class LogText {

  private LogText() {}

  /** Returns it without the times of its lines. */
  public static String of(ByteArrayOutputStream printed) {
    return printed
        .toString(StandardCharsets.UTF_8)
        .replaceAll("(?m)^(\\[loop-sentinel] )[-\\dT:.]+Z ", "$1");
  }
}
