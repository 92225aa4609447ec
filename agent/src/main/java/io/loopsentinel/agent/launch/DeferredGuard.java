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

/** All of the agent that a program without targets can do without. */
final class DeferredGuard extends GuardStart {

  static final String NOTHING_GUARDED =
      "nothing was guarded: no method that a target names was loaded; java -jar loop-sentinel.jar"
          + " check -c CONFIG PATHS tells which there are";

  private static final String IDLE = ", idle for too long";
  private static final String TOO_MANY = ", not used for long, for there were too many";

  /** Time for which a change of the configuration waits for guards that are being built. */
  private static final Duration LONGEST_BUILDING = Duration.ofSeconds(10);

  private final Instrumentation instrumentation;
  private final @Nullable Loaded configuration;
  private final AgentLifecycle life;
  private final PrintStream out;
  private final MainThread main;

  private volatile @Nullable Running running;
  private volatile @Nullable Guards guards; // written under the lock that builds them
  private @Nullable SpendingStore spending; // guarded by the same lock
  private final AtomicBoolean registered = new AtomicBoolean();

  /**
   * What was started, and stays the same whatever the configuration.
   *
   * @param building not the lock of the start: classes that are being loaded wait for that one
   * @param unregister takes back what is done at the end of the JVM
   */
  private record Running(
      BoundedLock building,
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

  /** Creates a guard that is still to start; by the defaults without a configuration. */
  DeferredGuard(
      Instrumentation instrumentation,
      @Nullable Loaded configuration,
      AgentLifecycle life,
      PrintStream out,
      MainThread main) {
    this.instrumentation = instrumentation;
    this.configuration = configuration;
    this.life = life;
    this.out = out;
    this.main = main;
  }

  @Override
  protected TargetInstrumentation start(TargetTransformer transformer) throws Exception {
    SentinelConfig config = configuration == null ? SentinelConfig.DEFAULT : configuration.config();
    Sinks sinks = new Sinks(config.telemetry(), out, main);
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
            () -> Objects.requireNonNull(current.get()), source, telemetry, targets, life, main);
    if (configuration != null) {
      management.reportWithoutEffect();
    }
    Preparation preparation = new Preparation(this::build, main, telemetry.failures());
    running =
        new Running(
            new BoundedLock(LONGEST_BUILDING),
            current,
            sinks,
            targets,
            management,
            preparation,
            unregister);
    targets.connect(this::guard, management.api(), preparation::begin);
    if (config.telemetry().shows()) {
      management.listen();
    }
    if (!config.targets().isEmpty()) {
      targets.watchForUnmatched();
    }
    telemetry
        .exitTasks()
        .add("loop-sentinel exit", () -> tellIfNothingIsGuarded(targets, telemetry));
    return targets;
  }

  /**
   * Goes on with another configuration: what is guarded now is judged by it from its next call on.
   *
   * @param targets what it asks to be guarded, profiles included
   */
  void change(SentinelConfig next, List<TargetSpec> targets) {
    Running current = Objects.requireNonNull(running);
    SentinelConfig before = current.config();
    next.extensions().ifPresent(extensions -> extensions.report(current.telemetry().failures()));
    if (!next.telemetry().equals(before.telemetry())) {
      current.sinks().change(next.telemetry());
      current.management().change(next.telemetry());
    }
    current
        .building()
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
                current.management().controls().setMode(next.engine().mode());
              }
              return next;
            });
    current.management().reportWithoutEffect();
    current.targets().retarget(targets.stream().map(TargetHint::of).toList(), targets);
    current.targets().relink();
  }

  /** Guards nothing any more, and gives back all that it took. */
  void stop() {
    Running current = Objects.requireNonNull(running);
    current.preparation().stop();
    current.management().questions().close();
    current.targets().uninstall();
    current.management().end();
    current
        .building()
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
    } catch (Throwable unfit) {
      // Another JDK keeps them elsewhere, or not at all: then the loader may stay a little longer.
    }
  }

  /** Returns what it tells through, once it is started. */
  Telemetry telemetry() {
    return Objects.requireNonNull(running).telemetry();
  }

  private static void tellIfNothingIsGuarded(TargetInstrumentation targets, Telemetry telemetry) {
    if (targets.targets(true).isEmpty()) {
      telemetry.log().info(NOTHING_GUARDED);
    }
  }

  @Override
  protected void failed(Throwable failure) {
    out.println("[loop-sentinel] cannot start; the application runs without its guard: " + failure);
  }

  /** Says that it is started, and has JMX show it where JMX is used already. */
  void announce(String line, boolean beforeMain) {
    Running current = Objects.requireNonNull(running);
    if (!beforeMain) {
      current.management().register(false);
    }
    current.telemetry().log().info(line);
  }

  /** Returns the guard of a method; {@code null} as long as guards cannot be built. */
  private @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    Running started = Objects.requireNonNull(running);
    if (!started.preparation().await()) {
      return null;
    }
    if (!registered.getAndSet(true)) {
      // Main has begun, in which the application may choose its MBean server.
      started.management().registerAndWait();
    }
    return Objects.requireNonNull(guards).guard(method, target);
  }

  /** Builds the guards unless that was done before; called by a thread of the agent. */
  private void build() {
    Running started = Objects.requireNonNull(running);
    var unused =
        started
            .building()
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
    Management managed = started.management();
    LoopEngine engine =
        new LoopEngine(
            config.engine(),
            managed.controls(),
            new Fingerprinter(opener::lookupIn),
            eviction -> {
              String session = Printable.of(eviction.session().toString(), Printable.NAME);
              telemetry
                  .log()
                  .debug("forgets session " + session + (eviction.idle() ? IDLE : TOO_MANY));
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
            managed.questions(),
            new TraceLookup(instrumentation::getAllLoadedClasses, telemetry.failures()),
            started.targets()::propagateRuns);
    managed.connect(engine);
    managed.controls().onSwitch(started.targets()::setEnabled);
    return built;
  }

  /** Returns the spending of budgets; opened once, even if the guards must be built again. */
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

  /** Returns the breakers of a configuration; {@code null} where it has none. */
  private static @Nullable ProviderBreakers breakers(SentinelConfig config, Running running) {
    RuntimeSwitches controls = running.management().controls();
    return config.breaker().mode() == Breaker.NONE
        ? null
        : new ProviderBreakers(
            config.breaker(),
            running.telemetry(),
            () -> controls.mode() == Mode.ENFORCE,
            InstantSource.system());
  }
}
