package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import java.util.List;

/** Reads the section {@code telemetry}. */
final class TelemetryReader {

  static final List<String> KEYS =
      List.of(
          "log",
          "log_to",
          "audit",
          "include_arguments",
          "redact",
          WebhooksReader.KEY,
          "jfr",
          "jmx",
          "summary");

  private TelemetryReader() {}

  static TelemetrySettings read(Section section, Variables variables) {
    TelemetrySettings otherwise = TelemetrySettings.DEFAULT;
    return new TelemetrySettings(
        section.get("log", ScalarType.constantOf(AgentLog.Level.class), otherwise.log()),
        section.get("log_to", ScalarType.constantOf(LogDestination.class), otherwise.logTo()),
        AuditReader.read(section.section("audit", AuditReader.KEYS)),
        ShownArgumentsReader.read(section),
        new WebhooksReader(section.problems(), variables).read(section),
        JfrReader.read(section.section("jfr", JfrReader.KEYS)),
        section.get("jmx", ScalarType.FLAG, otherwise.jmx()),
        section.get("summary", ScalarType.FLAG, otherwise.summary()));
  }
}
