package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.util.List;

/** Reads the section {@code telemetry}. */
final class TelemetryReader {

  static final List<String> KEYS = List.of("log");

  private TelemetryReader() {}

  static TelemetrySettings read(Section section) {
    return new TelemetrySettings(
        section.get(
            "log", ScalarType.constantOf(AgentLog.Level.class), TelemetrySettings.DEFAULT.log()));
  }
}
