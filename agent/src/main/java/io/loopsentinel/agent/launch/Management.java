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
import io.loopsentinel.agent.thread.AgentThread;
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
 * Assembles the interfaces of the agent for applications and people.
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
  private final RuntimeSwitches controls;
  private final SessionDirectory sessions;
  private final Questions questions;
  private final JmxRegistration jmx;
  private final MainThread main;
  private final String source;
  private final AgentLifecycle life;
  private final CountDownLatch ended = new CountDownLatch(1);
  private List<EventSink> listeners = List.of();

  Management(
      Supplier<SentinelConfig> current,
      String source,
      Telemetry telemetry,
      TargetInstrumentation targets,
      AgentLifecycle life,
      MainThread main) {
    this.main = main;
    this.source = source;
    this.life = life;
    SentinelConfig config = current.get();
    this.config = current;
    this.settings = config.telemetry();
    this.telemetry = telemetry;
    this.targets = targets;
    this.controls = new RuntimeSwitches(config.engine().mode());
    this.sessions =
        new SessionDirectory(telemetry, () -> settings.arguments().included(), this::withoutEffect);
    telemetry.statistics().onMilestone(this::reportWithoutEffect);
    this.questions = new Questions(config.ask());
    this.jmx = new JmxRegistration(sentinel("over JMX"));
  }

  private ManagedSentinel sentinel(String channel) {
    return new ManagedSentinel(
        channel,
        AgentStart.version(),
        source,
        telemetry,
        sessions,
        controls,
        questions,
        () -> targets.targets(true).size(),
        () ->
            targets.targets(false).stream()
                .filter(target -> !target.fromProfile())
                .map(TargetSpec::name)
                .toList(),
        life);
  }

  /** Opens the live page and the metrics endpoint, if configured. */
  void listen() {
    // After the others are closed, because they may have the same port.
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
      LivePage shown =
          new LivePage(
              page,
              activity,
              telemetry,
              sentinel("on the live page"),
              questions,
              () -> targets.targets(true).stream().map(TargetSpec::name).toList(),
              () -> ServiceInstance.current(settings.service().orElse(null)).service());
      String name = "telemetry.page, %s:%d".formatted(page.host(), page.port().get());
      opened.add(new ListeningSink(name, "there is no live page", shown::open, main, failures));
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
              main,
              failures));
    }
    return opened;
  }

  /** Returns the settings that have no effect, or have had none so far. */
  private List<String> withoutEffect() {
    Statistics seen = telemetry.statistics();
    SettingsWithoutEffect.Facts facts =
        new SettingsWithoutEffect.Facts(
            seen.judged(),
            seen.labelNames(),
            seen.total(Statistics.Count.TURNS),
            seen.total(Statistics.Count.TURNS_WITH_TOKENS),
            seen.unpricedModels());
    SentinelConfig current = config.get();
    return Stream.concat(
            SettingsWithoutEffect.inConfiguration(current).stream(),
            SettingsWithoutEffect.atRunTime(current, facts).stream())
        .toList();
  }

  /**
   * Writes a line about each setting without effect that was not reported before. A path or pattern
   * may be there for something rare, so its line is of level info.
   */
  void reportWithoutEffect() {
    for (String each : withoutEffect()) {
      // The numbers in it grow.
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

  RuntimeSwitches controls() {
    return controls;
  }

  Questions questions() {
    return questions;
  }

  /** Starts to list the sessions of an engine. Called when the first call is judged. */
  void connect(LoopEngine engine) {
    if (!sessions.connect(engine)) {
      telemetry.exitTasks().add("loop-sentinel summary", this::sumUp);
    }
  }

  /** Applies other settings. */
  void change(TelemetrySettings next) {
    boolean showed = settings.jmx();
    boolean showsElsewhere =
        !next.page().equals(settings.page())
            || !next.prometheus().equals(settings.prometheus())
            || next.opentelemetry() != settings.opentelemetry()
            || next.micrometer() != settings.micrometer();
    settings = next;
    if (showsElsewhere) {
      listen();
    }
    if (showed && !next.jmx()) {
      unregister();
    } else if (!showed) {
      register(true);
    }
  }

  /** Cancels a waiting registration. */
  void end() {
    ended.countDown();
    unregister();
  }

  /** Unregisters the MBean. */
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
      if (new Headroom().await(ended)) {
        register(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Registers the MBean; if JMX is not in use yet, only if a server may be created for it. */
  void register(boolean makesServer) {
    try {
      if (settings.jmx() && JmxRegistration.isPossible()) {
        jmx.register(makesServer);
      }
    } catch (Exception | LinkageError e) {
      telemetry.failures().accept(e);
    }
  }

  private void sumUp() {
    RunSummary summary = sessions.summary();
    if (settings.summary() && summary.hasFindings()) {
      summary.lines().forEach(telemetry.log()::info);
    }
  }
}
