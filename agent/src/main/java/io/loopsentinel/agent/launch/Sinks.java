package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.TelemetrySettings;
import io.loopsentinel.agent.config.TelemetrySettings.Audit;
import io.loopsentinel.agent.config.TelemetrySettings.Jfr;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LineOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.audit.AuditLog;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.jfr.FlightRecorderSink;
import io.loopsentinel.agent.telemetry.logger.ApplicationLog;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import io.loopsentinel.agent.telemetry.webhook.Webhook;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import java.io.File;
import java.io.PrintStream;

/** Opens what a configuration names for lines and events. */
record Sinks(TelemetrySettings settings, PrintStream standardError, MainThread main) {

  Telemetry open() {
    LineOutput lines = new LineOutput.Printed(standardError);
    ApplicationLog logger =
        settings.logTo() == LogDestination.STDERR
            ? null
            : new ApplicationLog(settings.logTo(), lines, main);
    Telemetry telemetry = telemetry(new AgentLog(logger == null ? lines : logger, settings.log()));
    if (logger != null) {
      logger.connect(telemetry.events());
    }
    openAuditLog(telemetry);
    openWebhooks(telemetry);
    return telemetry;
  }

  private Telemetry telemetry(AgentLog log) {
    Jfr jfr = settings.jfr();
    if (!jfr.enabled() || !FlightRecorderSink.isPossible()) {
      return new Telemetry(log);
    }
    FlightRecorderSink recorder = new FlightRecorderSink();
    Telemetry telemetry = new Telemetry(log, jfr.checks() ? recorder : CheckRecorder.NONE);
    telemetry.events().addImmediate(recorder);
    return telemetry;
  }

  private void openAuditLog(Telemetry telemetry) {
    Audit audit = settings.audit();
    if (audit.file().isEmpty()) {
      return;
    }
    AuditLog log =
        new AuditLog(
            new File(audit.file().get()),
            audit.maxSize(),
            audit.maxFiles(),
            audit.calls(),
            AgentStart.version(),
            this::instance,
            telemetry.failures());
    telemetry.events().add(log);
  }

  private ServiceInstance instance() {
    return ServiceInstance.current(settings.service().orElse(null));
  }

  private void openWebhooks(Telemetry telemetry) {
    if (settings.webhooks().isEmpty()) {
      return;
    }
    // An application that names its modules may have left it out.
    if (ModuleLayer.boot().findModule("java.net.http").isEmpty()) {
      telemetry
          .log()
          .error(
              "telemetry.webhooks: no alert will be sent, for this JVM runs without the module"
                  + " java.net.http; start it with --add-modules java.net.http");
      return;
    }
    for (WebhookSettings webhook : settings.webhooks()) {
      telemetry.events().add(new Webhook(webhook, this::instance, main, telemetry.failures()));
    }
  }
}
