package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.TelemetrySettings;
import io.loopsentinel.agent.config.TelemetrySettings.Audit;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LineOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.audit.AuditLog;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.jfr.FlightRecorderSink;
import io.loopsentinel.agent.telemetry.logger.ApplicationLog;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import io.loopsentinel.agent.telemetry.webhook.DailyReport;
import io.loopsentinel.agent.telemetry.webhook.Webhook;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import java.io.File;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The configured destinations of log lines and events, which may change. */
final class Sinks {

  /** The time that sinks have to flush before they are replaced. */
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  private final PrintStream standardError;
  private final MainThread mainThread;
  private final Telemetry telemetry;
  private List<EventSink> opened = List.of();

  Sinks(TelemetrySettings settings, PrintStream standardError, MainThread mainThread) {
    this.standardError = standardError;
    this.mainThread = mainThread;
    this.telemetry =
        new Telemetry(new AgentLog(new LineOutput.Printed(standardError), settings.log()));
    redirectLog(settings);
    opened = open(settings);
    opened.forEach(telemetry.events()::add);
  }

  Telemetry telemetry() {
    return telemetry;
  }

  void reconfigure(TelemetrySettings settings) {
    redirectLog(settings);
    List<EventSink> next = open(settings);
    telemetry.events().replace(opened, next, FLUSH_TIMEOUT);
    opened = next;
  }

  private void redirectLog(TelemetrySettings settings) {
    LineOutput lines = new LineOutput.Printed(standardError);
    telemetry
        .log()
        .redirect(
            settings.logTo() == LogDestination.STDERR
                ? lines
                : new ApplicationLog(settings.logTo(), lines, mainThread, telemetry.events()),
            settings.log());
  }

  private List<EventSink> open(TelemetrySettings settings) {
    List<EventSink> sinks = new ArrayList<>(settings.sinks());
    telemetry.recordChecks(CheckRecorder.NONE);
    if (settings.jfr().enabled() && FlightRecorderSink.isPossible()) {
      FlightRecorderSink recorder = new FlightRecorderSink();
      sinks.add(recorder);
      telemetry.recordChecks(settings.jfr().checks() ? recorder : CheckRecorder.NONE);
    }
    Audit audit = settings.audit();
    audit
        .file()
        .ifPresent(
            file ->
                sinks.add(
                    new AuditLog(
                        new File(file),
                        audit.maxSize(),
                        audit.maxFiles(),
                        audit.calls(),
                        AgentStart.version(),
                        () -> instance(settings),
                        telemetry.failures())));
    // An application with explicit modules may lack the module.
    if (!settings.webhooks().isEmpty()
        && ModuleLayer.boot().findModule("java.net.http").isEmpty()) {
      telemetry
          .log()
          .error(
              "telemetry.webhooks: no alert will be sent, because this JVM runs without the module"
                  + " java.net.http; start it with --add-modules java.net.http");
      return sinks;
    }
    for (WebhookSettings webhook : settings.webhooks()) {
      Integer hour = webhook.reportHour();
      DailyReport daily =
          hour == null
              ? null
              : new DailyReport(telemetry.statistics(), InstantSource.system(), hour);
      sinks.add(
          new Webhook(webhook, daily, () -> instance(settings), mainThread, telemetry.failures()));
    }
    return sinks;
  }

  private static ServiceInstance instance(TelemetrySettings settings) {
    return ServiceInstance.current(settings.service().orElse(null));
  }
}
