package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.budget.StoredSpending;
import io.loopsentinel.agent.config.BreakerSettings.Breaker;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.guard.Guards;
import io.loopsentinel.agent.instrument.GuardStart;
import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import io.loopsentinel.engine.session.BoundedLock;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RuntimeSwitches;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Starts, reconfigures and stops the parts of the agent that only programs with targets need. */
final class DeferredGuard extends GuardStart {

  static final String NOTHING_GUARDED =
      "nothing is guarded: none of the configured target methods was loaded; java -jar loop-sentinel.jar"
          + " check -c CONFIG PATHS lists the methods that match";

  private static final String IDLE = ": idle for too long";
  private static final String TOO_MANY = ": too many sessions";

  /** The time that a change of the configuration waits while guards are built. */
  private static final Duration BUILDING_TIMEOUT = Duration.ofSeconds(10);

  private final Instrumentation instrumentation;
  private final @Nullable Loaded configuration;
  private final AgentLifecycle lifecycle;
  private final PrintStream out;
  private final MainThread mainThread;

  private volatile @Nullable Running running;
  private volatile @Nullable Guards guards; // written under the lock that builds them
  private @Nullable SpendingStore spending; // guarded by the same lock
  private final AtomicBoolean registered = new AtomicBoolean();

  /**
   * The parts that stay when the configuration changes.
   *
   * @param buildLock held while guards are built; not the lock of the start, because class loading
   *     waits for that one
   * @param unregister removes the task that runs at the end of the JVM
   */
  private record Running(
      BoundedLock buildLock,
      AtomicReference<SentinelConfig> configuration,
      Sinks sinks,
      TargetInstrumentation targets,
      Management management,
      Preparation preparation,
      Runnable unregister) {

    Telemetry telemetry() {
      return sinks.telemetry();
    }

    SentinelConfig config() {
      return Objects.requireNonNull(configuration.get());
    }
  }

  /** Creates a guard that has not started; uses the defaults without a configuration. */
  DeferredGuard(
      Instrumentation instrumentation,
      @Nullable Loaded configuration,
      AgentLifecycle lifecycle,
      PrintStream out,
      MainThread mainThread) {
    this.instrumentation = instrumentation;
    this.configuration = configuration;
    this.lifecycle = lifecycle;
    this.out = out;
    this.mainThread = mainThread;
  }

  @Override
  protected TargetInstrumentation start(TargetTransformer transformer) throws Exception {
    SentinelConfig config = configuration == null ? SentinelConfig.DEFAULT : configuration.config();
    Sinks sinks = new Sinks(config.telemetry(), out, mainThread);
    Telemetry telemetry = sinks.telemetry();
    config.extensions().ifPresent(extensions -> extensions.report(telemetry.failures()));
    Runnable unregister =
        LastShutdownHook.register(telemetry::close, new ModuleOpener(instrumentation));
    if (configuration != null) {
      configuration.warnings().forEach(warning -> telemetry.log().warn(warning.toString()));
    }
    TargetInstrumentation targets =
        new TargetInstrumentation(instrumentation, transformer, telemetry);
    String source = configuration == null ? "defaults" : configuration.source();
    AtomicReference<SentinelConfig> current = new AtomicReference<>(config);
    Management management =
        new Management(
            () -> Objects.requireNonNull(current.get()),
            source,
            telemetry,
            targets,
            lifecycle,
            mainThread);
    if (configuration != null) {
      management.reportWithoutEffect();
    }
    Preparation preparation = new Preparation(this::build, mainThread, telemetry.failures());
    running =
        new Running(
            new BoundedLock(BUILDING_TIMEOUT),
            current,
            sinks,
            targets,
            management,
            preparation,
            unregister);
    targets.connect(this::guard, management.api(), preparation::begin);
    if (config.telemetry().shows()) {
      management.openListeners();
    }
    if (!config.targets().isEmpty()) {
      targets.watchForUnmatched();
    }
    telemetry
        .exitTasks()
        .add("loop-sentinel exit", () -> reportIfNothingIsGuarded(targets, telemetry));
    return targets;
  }

  /**
   * Applies another configuration from the next call on.
   *
   * @param targets its targets, including those of profiles
   */
  void reconfigure(SentinelConfig next, List<TargetSpec> targets) {
    Running current = Objects.requireNonNull(running);
    SentinelConfig before = current.config();
    next.extensions().ifPresent(extensions -> extensions.report(current.telemetry().failures()));
    if (!next.telemetry().equals(before.telemetry())) {
      current.sinks().reconfigure(next.telemetry());
      current.management().reconfigure(next.telemetry());
    }
    current
        .buildLock()
        .locked(
            () -> {
              current.configuration().set(next);
              current.management().questions().change(next.ask());
              Guards built = guards;
              if (built != null) {
                LoopEngine engine = built.engine().withSettings(next.engine());
                guards =
                    built.with(
                        engine,
                        next.telemetry(),
                        next.breaker().equals(before.breaker())
                            ? built.breakers()
                            : breakers(next, current));
                current.management().connect(engine);
              }
              if (next.engine().mode() != before.engine().mode()) {
                current.management().switches().setMode(next.engine().mode());
              }
              return next;
            });
    current.management().reportWithoutEffect();
    current.targets().retarget(targets.stream().map(TargetHint::of).toList(), targets);
    current.targets().relink();
  }

  void stop() {
    Running current = Objects.requireNonNull(running);
    current.preparation().stop();
    current.management().questions().close();
    current.targets().uninstall();
    current.management().close();
    current
        .buildLock()
        .locked(
            () -> {
              Guards built = guards;
              if (built != null) {
                built.clearThreads();
              }
              return current;
            });
    current.unregister().run();
    current.telemetry().close();
    ForgettableClassValue.forgetAll();
    try {
      RecordMethods.forgetLatestType(new ModuleOpener(instrumentation));
    } catch (Throwable unsupported) {
      // Other JDKs keep the type elsewhere, or not at all. The loader may be collected later.
    }
  }

  /** Returns the telemetry, if started. */
  Telemetry telemetry() {
    return Objects.requireNonNull(running).telemetry();
  }

  private static void reportIfNothingIsGuarded(TargetInstrumentation targets, Telemetry telemetry) {
    if (targets.targets(true).isEmpty()) {
      telemetry.log().info(NOTHING_GUARDED);
    }
  }

  @Override
  protected void failed(Throwable failure) {
    out.println("[loop-sentinel] cannot start; the application runs without its guard: " + failure);
  }

  /** Logs the start, and registers the MBean if JMX is already in use. */
  void announce(String line, boolean beforeMain) {
    Running current = Objects.requireNonNull(running);
    if (!beforeMain) {
      current.management().register(false);
    }
    current.telemetry().log().info(line);
  }

  /** Returns the guard of a method; {@code null} while guards cannot be built. */
  private @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    Running started = Objects.requireNonNull(running);
    if (!started.preparation().await()) {
      return null;
    }
    if (!registered.getAndSet(true)) {
      // Not earlier: by now main has begun, and may have chosen the MBean server.
      started.management().registerAndWait();
    }
    return Objects.requireNonNull(guards).guard(method, target);
  }

  /** Builds the guards if necessary; called on a thread of the agent. */
  private void build() {
    Running started = Objects.requireNonNull(running);
    var unused =
        started
            .buildLock()
            .locked(
                () -> {
                  Guards current = guards;
                  Guards built = current == null ? build(started) : current;
                  guards = built;
                  return built;
                });
  }

  private Guards build(Running started) {
    ModuleOpener opener = new ModuleOpener(instrumentation);
    SentinelConfig config = started.config();
    Telemetry telemetry = started.telemetry();
    Management management = started.management();
    LoopEngine engine =
        new LoopEngine(
            config.engine(),
            management.switches(),
            new Fingerprinter(opener::lookupIn),
            eviction -> {
              String session = Printable.of(eviction.session().toString(), Printable.NAME);
              telemetry
                  .log()
                  .debug("evicted session " + session + (eviction.idle() ? IDLE : TOO_MANY));
            },
            spending(started),
            InstantSource.system());
    Guards built =
        new Guards(
            engine,
            new Linker(opener::lookupIn),
            telemetry,
            config.telemetry(),
            breakers(config, started),
            management.questions(),
            new TraceLookup(instrumentation::getAllLoadedClasses, telemetry.failures()),
            started.targets()::propagateRuns);
    management.connect(engine);
    management.switches().onSwitch(started.targets()::setEnabled);
    return built;
  }

  /** Returns the store of spending; opened once, even if the guards are built again. */
  private SpendingStore spending(Running started) {
    if (spending == null) {
      SentinelConfig config = started.config();
      spending =
          StoredSpending.of(
              config.budgetsState(),
              config.budgetsStore(),
              () -> started.config().engine().budget(),
              started.telemetry());
    }
    return spending;
  }

  /** Returns the circuit breakers of a configuration; {@code null} if it has none. */
  private static @Nullable ProviderBreakers breakers(SentinelConfig config, Running running) {
    RuntimeSwitches switches = running.management().switches();
    return config.breaker().mode() == Breaker.NONE
        ? null
        : new ProviderBreakers(
            config.breaker(),
            running.telemetry(),
            () -> switches.mode() == Mode.ENFORCE,
            InstantSource.system());
  }
}
