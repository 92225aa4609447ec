package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.JfrSettings;
import io.loopsentinel.agent.config.TelemetrySettings;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.jfr.FlightRecorderChecks;
import io.loopsentinel.agent.telemetry.jfr.FlightRecorderSink;

/** Opens what the agent tells through, as configured. */
final class TelemetryStart {

  private TelemetryStart() {}

  static Telemetry open(AgentLog log, TelemetrySettings settings) {
    JfrSettings jfr = settings.jfr();
    if (!jfr.enabled() || !FlightRecorderSink.isPossible()) {
      return new Telemetry(log);
    }
    Telemetry telemetry =
        new Telemetry(log, jfr.checks() ? new FlightRecorderChecks() : CheckRecorder.NONE);
    telemetry.events().addImmediate(new FlightRecorderSink());
    return telemetry;
  }
}
