package io.loopsentinel.agent.launch;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LineOutput;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.audit.AuditLog;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.jfr.FlightRecorderSink;
import io.loopsentinel.agent.telemetry.logger.ApplicationLog;
import io.loopsentinel.agent.telemetry.webhook.Alert;
import io.loopsentinel.agent.telemetry.webhook.AlertBody;
import io.loopsentinel.agent.telemetry.webhook.AlertWriter;
import io.loopsentinel.agent.telemetry.webhook.DailyReport;
import io.loopsentinel.agent.telemetry.webhook.Webhook;
import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.targets.config.LogDestination;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import io.loopsentinel.targets.config.WebhookSettings;
import io.loopsentinel.targets.extension.Extensions;
import java.io.File;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The configured destinations of log lines and events, which may change. */
final class Sinks {

  /** The time that sinks have to flush before they are replaced. */
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  private final PrintStream standardError;
  private final MainThread mainThread;
  private final Telemetry telemetry;
  private List<EventSink> opened = List.of();

  Sinks(SentinelConfig config, PrintStream standardError, MainThread mainThread) {
    TelemetrySettings settings = config.telemetry();
    this.standardError = standardError;
    this.mainThread = mainThread;
    this.telemetry =
        new Telemetry(new AgentLog(new LineOutput.Printed(standardError), settings.log()));
    direct(settings);
    reportFailures(config);
    opened = open(config);
    opened.forEach(telemetry.events()::add);
  }

  Telemetry telemetry() {
    return telemetry;
  }

  void change(SentinelConfig config) {
    direct(config.telemetry());
    List<EventSink> next = open(config);
    telemetry.events().replace(opened, next, FLUSH_TIMEOUT);
    opened = next;
  }

  /** Reports failures of the extensions of a configuration from now on. */
  void reportFailures(SentinelConfig config) {
    config
        .extensions()
        .ifPresent(
            extensions ->
                extensions.report(
                    (place, problem, consequence, cause) ->
                        telemetry
                            .failures()
                            .accept(new LocatedFailure(place, problem, consequence, cause))));
  }

  private void direct(TelemetrySettings settings) {
    LineOutput lines = new LineOutput.Printed(standardError);
    telemetry
        .log()
        .redirect(
            settings.logTo() == LogDestination.STDERR
                ? lines
                : new ApplicationLog(settings.logTo(), lines, mainThread, telemetry.events()),
            settings.log());
  }

  private List<EventSink> open(SentinelConfig config) {
    TelemetrySettings settings = config.telemetry();
    List<EventSink> sinks = new ArrayList<>();
    config
        .extensions()
        .map(Extensions::configuredSinks)
        .orElse(Map.of())
        .forEach((name, receiver) -> sinks.add(new ExtensionSink(name, receiver)));
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
                        audit,
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
      AlertWriter writer =
          new AlertWriter(format(webhook.format(), config), () -> instance(settings));
      sinks.add(new Webhook(webhook, writer, daily, mainThread, telemetry.failures()));
    }
    return sinks;
  }

  /** Returns the format of a name. If that of an extension fails, JSON is sent. */
  private static Function<Alert, String> format(String name, SentinelConfig config) {
    Optional<AlertBody> shipped = AlertBody.named(name);
    if (shipped.isPresent()) {
      return shipped.get();
    }
    Function<Map<String, Object>, @Nullable String> own =
        Objects.requireNonNull(config.extensions().orElseThrow().formats().get(name));
    return alert -> {
      String text = own.apply(alert.members());
      return text == null ? AlertBody.JSON.apply(alert) : text;
    };
  }

  private static ServiceInstance instance(TelemetrySettings settings) {
    return ServiceInstance.current(settings.service().orElse(null));
  }

  /** Passes events to the receiver of an extension. */
  private record ExtensionSink(String extension, EventReceiver receiver) implements EventSink {

    @Override
    public String name() {
      return "telemetry.sinks." + extension;
    }

    @Override
    public void accept(LoopEvent event) throws Exception {
      receiver.accept(event);
    }

    @Override
    public void close() throws Exception {
      receiver.close();
    }
  }
}
