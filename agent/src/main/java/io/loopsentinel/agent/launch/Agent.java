package io.loopsentinel.agent.launch;

import static java.util.stream.Collectors.joining;

import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.ConfigResult.Rejected;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.ShippedTargets;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.ThreadSessions;
import io.loopsentinel.targets.link.SharedSessions;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.thread.AgentThread;
import io.loopsentinel.targets.yaml.ConfigProblem;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The life of the agent in a JVM: it starts, can be reloaded, and stops when it is detached or the
 * JVM ends. Thread-safe; one change at a time.
 *
 * <p>The start only installs the transformer. The {@link AgentRuntime} follows when a class with a
 * target is loaded, or at once if there is a configuration.
 */
final class Agent implements AgentLifecycle, TargetTransformer.OnDemand {

  static final String NOTHING_GUARDED =
      "nothing is guarded: none of the configured target methods was loaded; java -jar loop-sentinel.jar"
          + " check -c CONFIG PATHS lists the methods that match";

  private static final String NO_FILE =
      "this JVM was started without a configuration file. " + SentinelMXBean.RELOAD_REFUSED;

  private static final String DEFAULTS = "defaults";
  private static final String ALL_PROFILES = "all profiles";

  private enum State {
    NEW,
    STARTED,
    STOPPED
  }

  private final HostJvm jvm;
  private final @Nullable String argument;
  private final Thread exitHook;
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private volatile @Nullable AgentRuntime runtime;
  private volatile @Nullable Loaded configuration;
  private volatile String watched = "";
  private volatile boolean reloadFailed;

  /** Whether a reload failed while it was applied. The next one applies even the same file. */
  private boolean isHalfApplied;

  private @Nullable ConfigWatch watch;

  /**
   * Creates an agent that has not started.
   *
   * @param configuration {@code null} if there is none, and the defaults hold
   */
  Agent(HostJvm jvm, @Nullable String argument, @Nullable Loaded configuration) {
    this.jvm = jvm;
    this.argument = argument;
    this.configuration = configuration;
    this.exitHook =
        AgentThread.daemon(
            "loop-sentinel exit",
            // Not a lambda, because this runs before the main method of every program.
            new Runnable() {
              @Override
              public void run() {
                shutdown();
              }
            });
  }

  /** Starts with the defaults, without lambdas and string concatenation; see {@link AgentStart}. */
  void startup(ShippedTargets shipped) throws Exception {
    Runtime.getRuntime().addShutdownHook(exitHook);
    new TargetTransformer(shipped.hints(), List.of(), shipped.names(), this)
        .install(jvm.instrumentation(), false);
    String targets = targets(shipped.hints().size());
    watched = targets.concat(", ").concat(ALL_PROFILES);
    ownLog().info(startLine(targets, DEFAULTS, "enforce", ALL_PROFILES));
    started();
  }

  /** Starts with the configuration. */
  void startup(Profiles profiles) throws Exception {
    Loaded loaded = Objects.requireNonNull(configuration);
    SentinelConfig config = loaded.config();
    List<String> selected = profiles.selected(config);
    List<TargetHint> hints = new ArrayList<>();
    config.targets().forEach(target -> hints.add(TargetHint.of(target)));
    for (TargetHint hint : ShippedTargets.open().hints()) {
      if (selected.contains(hint.profile())) {
        hints.add(hint);
      }
    }
    Runtime.getRuntime().addShutdownHook(exitHook);
    new TargetTransformer(hints, config.targets(), selected, this)
        .install(jvm.instrumentation(), true);
    AgentRuntime running = Objects.requireNonNull(runtime);
    if (!jvm.beforeMain()) {
      running.surfaces().jmx().register(false);
    }
    AgentLog log = running.telemetry().log();
    String chosen = profiles(config, selected);
    String targets = targets(hints.size());
    watched = targets + ", " + chosen;
    log.info(
        startLine(
                targets,
                loaded.source(),
                config.engine().mode().name().toLowerCase(Locale.ROOT),
                chosen)
            + config.sharedStore().map(", store "::concat).orElse(""));
    started();
    // Without a choice of profiles all are in use, so their runs say nothing about this program.
    List<TargetSpec> intended =
        config.profiles() == null ? config.targets() : profiles.targets(config);
    ThreadSessions.warning(intended).ifPresent(log::warn);
    SharedSessions.warning(config, intended.stream().map(SharedSessions::of).toList())
        .ifPresent(log::warn);
  }

  private static String profiles(SentinelConfig config, List<String> selected) {
    return config.profiles() == null
        ? ALL_PROFILES
        : "profiles ".concat(selected.isEmpty() ? "none" : String.join(", ", selected));
  }

  private static String targets(int number) {
    return String.valueOf(number).concat(number == 1 ? " target" : " targets");
  }

  private static String startLine(
      String targets, String configuration, String mode, String profiles) {
    return String.join(
        ", ",
        AgentStart.version()
            .concat(" watches for ")
            .concat(targets)
            .concat(": configuration ")
            .concat(configuration),
        "mode ".concat(mode),
        profiles);
  }

  private synchronized void started() {
    state.compareAndSet(State.NEW, State.STARTED);
    jvm.guarded().set(true);
    System.setProperty(SentinelMXBean.VERSION_PROPERTY, AgentStart.version());
    watchFile();
  }

  @Override
  public TargetInstrumentation start(TargetTransformer transformer) throws Exception {
    if (state.get() == State.STOPPED) {
      throw new IllegalStateException("Shutdown in progress");
    }
    AgentRuntime created = new AgentRuntime(jvm, transformer, configuration, this);
    runtime = created;
    return created.start();
  }

  @Override
  public void startFailed(Throwable failure) {
    state.set(State.STOPPED);
    jvm.out()
        .println(
            "[loop-sentinel] cannot start; the application runs without its guard: " + failure);
  }

  @Override
  public String version() {
    return AgentStart.version();
  }

  @Override
  public String configuration() {
    Loaded loaded = configuration;
    return loaded == null ? DEFAULTS : loaded.source();
  }

  @Override
  public String watched() {
    return watched;
  }

  @Override
  public boolean isReloadFailed() {
    return reloadFailed;
  }

  @Override
  public synchronized String reload() {
    AgentRuntime running = runtime;
    if (running == null || state.get() != State.STARTED) {
      return "the agent has ended";
    }
    Profiles profiles = Profiles.shipped();
    ConfigLoader loader = new ConfigLoader(profiles);
    Loaded before = configuration;
    if (before == null || loader.file(argument).isEmpty()) {
      return NO_FILE;
    }
    ConfigResult result = loader.load(argument);
    reloadFailed = result instanceof Rejected;
    if (result instanceof Rejected rejected) {
      String report = rejected.report(SentinelMXBean.RELOAD_REFUSED);
      String problems =
          rejected.problems().stream().map(ConfigProblem::toString).collect(joining("; "));
      running.telemetry().refused(report, problems);
      return report;
    }
    Loaded loaded = (Loaded) result;
    ConfigChanges changes = ConfigChanges.between(before, loaded);
    if (changes.isEmpty() && !isHalfApplied) {
      return loaded.source() + ": nothing has changed";
    }
    String line =
        changes.isEmpty()
            ? loaded.source() + " was applied again after a reload that failed"
            : "%s was read again; changed: %s".formatted(loaded.source(), changes);
    reloadFailed = true;
    isHalfApplied = true;
    List<TargetSpec> targets = profiles.targets(loaded.config());
    watched =
        targets(targets.size())
            + ", "
            + profiles(loaded.config(), profiles.selected(loaded.config()));
    running.reconfigure(loaded.config(), targets);
    configuration = loaded;
    isHalfApplied = false;
    reloadFailed = false;
    loaded.warnings().forEach(warning -> running.telemetry().log().warn(warning.toString()));
    running.telemetry().switched(line);
    watchFile();
    return line;
  }

  /** Watches the file while that is configured. */
  private void watchFile() {
    if (watch == null && nextPause() != null) {
      File file = new ConfigLoader(Profiles.shipped()).file(argument).orElse(null);
      if (file != null) {
        watch = new ConfigWatch(file, this::nextPause, this::reloadOrReport);
        watch.start();
      }
    }
  }

  private synchronized @Nullable Duration nextPause() {
    AgentRuntime running = runtime;
    Duration pause =
        running == null || state.get() != State.STARTED
            ? null
            : running.config().reload().orElse(null);
    if (pause == null) {
      watch = null;
    }
    return pause;
  }

  private void reloadOrReport() {
    try {
      reload();
    } catch (RuntimeException | LinkageError failure) {
      Objects.requireNonNull(runtime).telemetry().failures().accept(failure);
    }
  }

  @Override
  public synchronized void detach() {
    AgentRuntime running = runtime;
    if (running == null || !state.compareAndSet(State.STARTED, State.STOPPED)) {
      return;
    }
    running.telemetry().switched("guards NOTHING from now on: detached, all classes are restored");
    if (watch != null) {
      watch.stop();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException e) {
      // The JVM ends at the same time. The hook finds the agent stopped.
    }
    running.stop();
    jvm.guarded().set(false);
    System.clearProperty(SentinelMXBean.VERSION_PROPERTY);
    jvm.out().close();
  }

  /** Stops the agent when the JVM ends, while shutdown hooks of the application may run. */
  private void shutdown() {
    if (state.compareAndSet(State.STARTED, State.STOPPED)) {
      AgentRuntime running = runtime;
      if (running == null) {
        ownLog().info(NOTHING_GUARDED);
      } else {
        running.shutdown();
      }
    }
  }

  private AgentLog ownLog() {
    return new AgentLog(jvm.out(), LogLevel.INFO);
  }
}
