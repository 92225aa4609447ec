package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.util.List;

/** Reads the section {@code telemetry}. */
final class TelemetryReader {

  static final List<String> KEYS = List.of("log", "jfr", "jmx", "summary");

  private TelemetryReader() {}

  static TelemetrySettings read(Section section) {
    TelemetrySettings otherwise = TelemetrySettings.DEFAULT;
    return new TelemetrySettings(
        section.get("log", ScalarType.constantOf(AgentLog.Level.class), otherwise.log()),
        JfrReader.read(section.section("jfr", JfrReader.KEYS)),
        section.get("jmx", ScalarType.FLAG, otherwise.jmx()),
        section.get("summary", ScalarType.FLAG, otherwise.summary()));
  }
}
