package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.SettingsWithoutEffect;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.config.TelemetrySettings;
import io.loopsentinel.agent.config.TelemetrySettings.Listener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.management.ApplicationApi;
import io.loopsentinel.agent.management.JmxRegistration;
import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.management.RunSummary;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.page.LivePage;
import io.loopsentinel.agent.page.RecentActivity;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.application.ApplicationMetrics;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.ListeningSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.prometheus.PrometheusEndpoint;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RuntimeSwitches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The interfaces of the agent for applications and people: API, JMX, live page, metrics, summary.
 *
 * <p>Uses no type of JMX: verifying this class would load it, and an image may lack JMX.
 */
final class Management {

  /** The timeout for closing listening sockets. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  /** The time that the first call waits for JMX. */
  private static final Duration JMX_TIMEOUT = Duration.ofSeconds(3);

  private final Supplier<SentinelConfig> config;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private volatile TelemetrySettings settings;
  private final Telemetry telemetry;
  private final TargetInstrumentation targets;
  private final RuntimeSwitches switches;
  private final SessionDirectory sessions;
  private final Questions questions;
  private final JmxRegistration jmx;
  private final MainThread mainThread;
  private final String source;
  private final AgentLifecycle lifecycle;
  private final CountDownLatch closed = new CountDownLatch(1);
  private List<EventSink> listeners = List.of();

  Management(
      Supplier<SentinelConfig> config,
      String source,
      Telemetry telemetry,
      TargetInstrumentation targets,
      AgentLifecycle lifecycle,
      MainThread mainThread) {
    this.mainThread = mainThread;
    this.source = source;
    this.lifecycle = lifecycle;
    SentinelConfig current = config.get();
    this.config = config;
    this.settings = current.telemetry();
    this.telemetry = telemetry;
    this.targets = targets;
    this.switches = new RuntimeSwitches(current.engine().mode());
    this.sessions =
        new SessionDirectory(telemetry, () -> settings.arguments().included(), this::withoutEffect);
    telemetry.statistics().onMilestone(this::reportWithoutEffect);
    this.questions = new Questions(current.ask());
    this.jmx = new JmxRegistration(sentinel("over JMX"));
  }

  private ManagedSentinel sentinel(String channel) {
    return new ManagedSentinel(
        channel,
        AgentStart.version(),
        source,
        telemetry,
        sessions,
        switches,
        questions,
        () -> targets.targets(true).size(),
        () ->
            targets.targets(false).stream()
                .filter(target -> !target.fromProfile())
                .map(TargetSpec::name)
                .toList(),
        lifecycle);
  }

  /** Opens the live page and the outputs of metrics, if configured. */
  void openListeners() {
    // The old ones are closed first, because they may have the same port.
    telemetry.events().replace(listeners, List.of(), CLOSE_TIMEOUT);
    List<Metric> metrics =
        Metric.all(telemetry, sessions::count, () -> targets.targets(true).size());
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
      RecentActivity activity = new RecentActivity();
      opened.add(activity);
      LivePage live =
          new LivePage(
              page,
              activity,
              telemetry,
              sentinel("on the live page"),
              questions,
              () -> targets.targets(true).stream().map(TargetSpec::name).toList(),
              () -> ServiceInstance.current(settings.service().orElse(null)).service());
      String name = "telemetry.page, %s:%d".formatted(page.host(), page.port().get());
      opened.add(
          new ListeningSink(name, "there is no live page", live::open, mainThread, failures));
    }
    Listener prometheus = settings.prometheus();
    if (prometheus.port().isPresent()) {
      String host = prometheus.host();
      int port = prometheus.port().get();
      opened.add(
          new ListeningSink(
              "telemetry.prometheus, %s:%d".formatted(host, port),
              "nothing listens there",
              () ->
                  PrometheusEndpoint.open(
                      host, port, AgentStart.version(), metrics, telemetry.log(), failures),
              mainThread,
              failures));
    }
    return opened;
  }

  /** Returns the settings that have no effect, or have had none so far. */
  private List<String> withoutEffect() {
    Statistics statistics = telemetry.statistics();
    SettingsWithoutEffect.Facts facts =
        new SettingsWithoutEffect.Facts(
            statistics.judged(),
            statistics.labelNames(),
            statistics.total(Statistics.Count.TURNS),
            statistics.total(Statistics.Count.TURNS_WITH_TOKENS),
            statistics.unpricedModels());
    SentinelConfig current = config.get();
    return Stream.concat(
            SettingsWithoutEffect.inConfiguration(current).stream(),
            SettingsWithoutEffect.atRunTime(current, facts).stream())
        .toList();
  }

  /**
   * Logs each setting without effect once. A path or pattern may be there for something rare, so
   * its line has level info.
   */
  void reportWithoutEffect() {
    for (String each : withoutEffect()) {
      // Without the numbers of calls, because they grow.
      if (reported.add(each.replaceAll("\\d+ calls", "calls"))) {
        telemetry.log().warn(each);
      }
    }
    for (UsedPaths.Unused each : sessions.unusedPaths(LoopEngine.ENOUGH_CALLS)) {
      if (reported.add(each.key() + ' ' + each.path())) {
        telemetry.log().info(RunSummary.sentence(each));
      }
    }
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
            || next.micrometer() != settings.micrometer();
    settings = next;
    if (listenersChange) {
      openListeners();
    }
    if (hadJmx && !next.jmx()) {
      unregister();
    } else if (!hadJmx) {
      register(true);
    }
  }

  /** Unregisters the MBean, and cancels a registration that waits. */
  void close() {
    closed.countDown();
    unregister();
  }

  private void unregister() {
    try {
      if (JmxRegistration.isPossible()) {
        jmx.unregister();
      }
    } catch (Exception | LinkageError e) {
      telemetry.failures().accept(e);
    }
  }

  BiFunction<String, @Nullable Object, @Nullable Object> api() {
    return new ApplicationApi(telemetry, sessions);
  }

  /**
   * Registers the MBean on a thread of the agent, because the server may be the application's, and
   * waits for some seconds.
   */
  void registerAndWait() {
    Thread thread = AgentThread.daemon("loop-sentinel jmx", this::registerWhenPossible);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    try {
      thread.join(JMX_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a free descriptor, because the JDK's classes for JMX load a native library. */
  private void registerWhenPossible() {
    try {
      if (new Headroom().await(closed)) {
        register(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Registers the MBean; if there is no MBean server yet, only if one may be created. */
  void register(boolean createsServer) {
    try {
      if (settings.jmx() && JmxRegistration.isPossible()) {
        jmx.register(createsServer);
      }
    } catch (Exception | LinkageError e) {
      telemetry.failures().accept(e);
    }
  }

  private void logSummary() {
    RunSummary summary = sessions.summary();
    if (settings.summary() && summary.hasFindings()) {
      summary.lines().forEach(telemetry.log()::info);
    }
  }
}
