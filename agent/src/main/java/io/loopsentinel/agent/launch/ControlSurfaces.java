package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.management.ApplicationApi;
import io.loopsentinel.agent.management.GuardedTargets;
import io.loopsentinel.agent.management.JmxRegistration;
import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.management.RunSummary;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.page.LivePage;
import io.loopsentinel.agent.page.RecentActivity;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.application.ApplicationMetrics;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.ListeningSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.prometheus.PrometheusEndpoint;
import io.loopsentinel.engine.session.CallReading;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.config.TelemetrySettings.Listener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The interfaces of the agent for applications and people: API, JMX, live page and metrics. */
final class ControlSurfaces {

  /** The timeout for closing listening sockets. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Supplier<SentinelConfig> config;
  private final Telemetry telemetry;
  private final TargetInstrumentation targets;
  private final AgentLifecycle lifecycle;
  private final MainThread mainThread;
  private final RuntimeSwitches switches;
  private final SessionDirectory sessions;
  private final Questions questions;
  private final EffectReport effects;
  private final JmxRegistration jmx;
  private volatile TelemetrySettings settings;
  private volatile String pageAddress = "";
  private List<EventSink> listeners = List.of();

  ControlSurfaces(
      Supplier<SentinelConfig> config,
      Telemetry telemetry,
      TargetInstrumentation targets,
      AgentLifecycle lifecycle,
      MainThread mainThread) {
    this.config = config;
    this.telemetry = telemetry;
    this.targets = targets;
    this.lifecycle = lifecycle;
    this.mainThread = mainThread;
    SentinelConfig current = config.get();
    this.settings = current.telemetry();
    this.switches = new RuntimeSwitches(current.engine().mode());
    this.questions = new Questions(current.ask());
    this.effects = new EffectReport(config, telemetry);
    this.sessions =
        new SessionDirectory(
            telemetry, () -> settings.arguments().included(), effects::withoutEffect);
    this.jmx =
        new JmxRegistration(sentinel("over JMX"), () -> settings.jmx(), telemetry.failures());
    telemetry.statistics().onMilestone(this::reportWithoutEffect);
  }

  private ManagedSentinel sentinel(String channel) {
    return new ManagedSentinel(
        channel,
        lifecycle,
        telemetry,
        sessions,
        switches,
        questions,
        new GuardedTargets(
            this::matched,
            () ->
                targets.targets(false).stream()
                    .filter(target -> !target.fromProfile())
                    .map(TargetSpec::name)
                    .toList(),
            targets::frameworks),
        () -> pageAddress);
  }

  /** Returns the names of the targets that guard something. */
  private List<String> matched() {
    return targets.targets(true).stream().map(TargetSpec::name).toList();
  }

  /** Opens the live page and the outputs of metrics, if configured. */
  void openListeners() {
    // The old ones are closed first, because they may have the same port.
    telemetry.events().replace(listeners, List.of(), CLOSE_TIMEOUT);
    pageAddress = "";
    telemetry.statistics().countBy(settings.metricLabel().orElse(null));
    List<Metric> metrics = AgentMetrics.all(sentinel("in metrics"));
    listeners = listeners(metrics);
    if (settings.opentelemetry()) {
      listeners.add(ApplicationMetrics.ofOpenTelemetry(metrics, telemetry));
    }
    if (settings.micrometer()) {
      listeners.add(ApplicationMetrics.ofMicrometer(metrics, telemetry));
    }
    listeners.forEach(telemetry.events()::add);
  }

  private List<EventSink> listeners(List<Metric> metrics) {
    List<EventSink> opened = new ArrayList<>();
    Consumer<Throwable> failures = telemetry.failures();
    Listener page = settings.page();
    if (page.port().isPresent()) {
      RecentActivity activity =
          new RecentActivity(
              turn -> Objects.requireNonNullElse(turn.cost(config.get().engine().budget()), 0.0));
      opened.add(activity);
      LivePage live =
          new LivePage(
              page,
              activity,
              telemetry,
              this::sentinel,
              questions,
              this::matched,
              () -> ServiceInstance.current(settings.service().orElse(null)).service(),
              this::showPage);
      String name = "telemetry.page, %s:%s".formatted(page.host(), page.port().get());
      opened.add(
          new ListeningSink(name, "there is no live page", live::open, mainThread, failures));
    }
    Listener prometheus = settings.prometheus();
    if (prometheus.port().isPresent()) {
      String host = prometheus.host();
      int port = prometheus.port().get();
      opened.add(
          new ListeningSink(
              "telemetry.prometheus, %s:%s".formatted(host, port),
              "nothing listens there",
              () ->
                  PrometheusEndpoint.open(
                      host, port, lifecycle.version(), metrics, telemetry.log(), failures),
              mainThread,
              failures));
    }
    return opened;
  }

  private void showPage(String address) {
    pageAddress = address;
    telemetry.log().info("live page: " + address);
  }

  /** Logs settings without effect that were not logged before. */
  void reportWithoutEffect() {
    effects.report(sessions.unusedPaths(CallReading.ENOUGH_CALLS));
  }

  RuntimeSwitches switches() {
    return switches;
  }

  Questions questions() {
    return questions;
  }

  /** Lists the sessions of an engine from now on, instead of those of an earlier engine. */
  void connect(LoopEngine engine) {
    if (!sessions.connect(engine)) {
      telemetry.exitTasks().add("loop-sentinel summary", this::logSummary);
    }
  }

  void reconfigure(TelemetrySettings next) {
    boolean hadJmx = settings.jmx();
    boolean listenersChange =
        !next.page().equals(settings.page())
            || !next.prometheus().equals(settings.prometheus())
            || next.opentelemetry() != settings.opentelemetry()
            || next.micrometer() != settings.micrometer()
            || !next.metricLabel().equals(settings.metricLabel());
    settings = next;
    if (listenersChange) {
      openListeners();
    }
    if (hadJmx && !next.jmx()) {
      jmx.unregister();
    } else if (!hadJmx) {
      jmx.register(true);
    }
  }

  BiFunction<String, @Nullable Object, @Nullable Object> api() {
    return new ApplicationApi(telemetry, sessions, () -> jmx.register(true));
  }

  JmxRegistration jmx() {
    return jmx;
  }

  private void logSummary() {
    RunSummary summary = sessions.summary();
    if (settings.summary() && summary.hasFindings()) {
      summary.lines().forEach(telemetry.log()::info);
    }
  }
}
