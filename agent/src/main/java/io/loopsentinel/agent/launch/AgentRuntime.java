package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.budget.StoredSpending;
import io.loopsentinel.agent.guard.Guards;
import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.store.GuardedStore;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.bounded.BoundedLock;
import io.loopsentinel.engine.budget.SharedSpending;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.extension.Extensions;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the agent that only programs with targets need. They stay when the configuration
 * changes.
 */
final class AgentRuntime {

  private static final String IDLE = ": idle for too long";
  private static final String TOO_MANY = ": too many sessions";

  /** The time that a change of the configuration waits while guards are built. */
  private static final Duration BUILDING_TIMEOUT = Duration.ofSeconds(10);

  private final Instrumentation instrumentation;
  private final TargetTransformer transformer;
  private final Sinks sinks;
  private final Telemetry telemetry;
  private final TargetInstrumentation targets;
  private final ControlSurfaces surfaces;
  private final Preparation preparation;
  private final AtomicBoolean registered = new AtomicBoolean();

  /**
   * Held while guards are built. Not the lock of the start, because class loading waits for that.
   */
  private final BoundedLock buildLock = new BoundedLock(BUILDING_TIMEOUT);

  // Written under the lock.
  private volatile SentinelConfig config;
  private volatile @Nullable Guards guards;
  private @Nullable SpendingStore spending;
  private volatile @Nullable GuardedStore sharedStore;

  /**
   * Creates a runtime that guards nothing yet.
   *
   * @param configuration {@code null} for the defaults
   * @throws Exception if the JVM refuses the hook
   */
  AgentRuntime(
      HostJvm jvm,
      TargetTransformer transformer,
      @Nullable Loaded configuration,
      AgentLifecycle lifecycle)
      throws Exception {
    this.instrumentation = jvm.instrumentation();
    this.transformer = transformer;
    this.config = configuration == null ? SentinelConfig.DEFAULT : configuration.config();
    this.sinks = new Sinks(config, jvm.out(), jvm.mainThread());
    this.telemetry = sinks.telemetry();
    if (configuration != null) {
      configuration.warnings().forEach(warning -> telemetry.log().warn(warning.toString()));
    }
    this.targets = new TargetInstrumentation(instrumentation, transformer, telemetry);
    this.surfaces =
        new ControlSurfaces(this::config, telemetry, targets, lifecycle, jvm.mainThread());
    if (configuration != null) {
      surfaces.reportWithoutEffect();
    }
    this.preparation =
        new Preparation(
            Preparation.timeout(config.engine()),
            this::build,
            jvm.mainThread(),
            telemetry.failures());
  }

  /** Guards the methods of targets in classes that are loaded from now on. */
  TargetInstrumentation start() {
    targets.connect(this::guard, surfaces.api(), preparation::begin);
    if (config.telemetry().shows()) {
      surfaces.openListeners();
    }
    if (!config.targets().isEmpty()) {
      targets.watchForUnmatched();
    }
    telemetry.exitTasks().add("loop-sentinel exit", this::reportIfNothingIsGuarded);
    return targets;
  }

  private void reportIfNothingIsGuarded() {
    if (targets.targets(true).isEmpty()) {
      telemetry.log().info(Agent.NOTHING_GUARDED);
    }
  }

  SentinelConfig config() {
    return config;
  }

  Telemetry telemetry() {
    return telemetry;
  }

  ControlSurfaces surfaces() {
    return surfaces;
  }

  /**
   * Applies another configuration from the next call on.
   *
   * @param nextTargets its targets, including those of profiles
   */
  void reconfigure(SentinelConfig next, List<TargetSpec> nextTargets) {
    sinks.reportFailures(next);
    if (!next.telemetry().equals(config.telemetry()) || next.telemetry().usesExtensions()) {
      sinks.change(next);
      surfaces.reconfigure(next.telemetry());
    }
    var unused = buildLock.locked(() -> replaceGuards(next));
    surfaces.reportWithoutEffect();
    targets.retarget(nextTargets.stream().map(TargetHint::of).toList(), nextTargets);
    targets.relink();
  }

  /** Replaces the configuration, and returns the one before. */
  private SentinelConfig replaceGuards(SentinelConfig next) {
    SentinelConfig before = config;
    config = next;
    surfaces.questions().change(next.ask());
    Guards built = guards;
    if (built != null) {
      LoopEngine engine = built.engine().withSettings(next.engine());
      ProviderBreakers breakers =
          next.breaker().equals(before.breaker()) ? built.breakers() : breakers();
      guards = built.with(engine, next.telemetry(), breakers);
      surfaces.connect(engine);
    }
    if (next.engine().mode() != before.engine().mode()) {
      surfaces.switches().setMode(next.engine().mode());
    }
    return before;
  }

  /** Stops guarding, restores all classes and releases everything. */
  void stop() {
    preparation.stop();
    surfaces.questions().close();
    targets.uninstall();
    surfaces.jmx().close();
    try {
      var unused = buildLock.locked(this::clearThreads);
    } catch (IllegalStateException e) { // Guards are being built. The rest is released anyway.
      telemetry.failures().accept(e);
    }
    telemetry.close();
    closeStore();
    ForgettableClassValue.forgetAll();
  }

  /** Releases calls that wait for people, and writes pending output; the guards stay. */
  void shutdown() {
    surfaces.questions().close();
    telemetry.exit();
    closeStore();
  }

  /** Closes the shared store, if any. Waits for it for a limited time. */
  private void closeStore() {
    GuardedStore opened = sharedStore;
    if (opened != null) {
      ExitTasks last = new ExitTasks(telemetry.failures());
      last.add("loop-sentinel store", opened::close);
      last.run();
    }
  }

  private boolean clearThreads() {
    Guards built = guards;
    if (built != null) {
      built.clearThreads();
    }
    return built != null;
  }

  /** Returns the guard of a method; {@code null} while guards cannot be built. */
  private @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    if (!preparation.await()) {
      return null;
    }
    if (!registered.getAndSet(true)) {
      // Not earlier: by now main has begun, and may have chosen the MBean server.
      surfaces.jmx().registerAndWait();
    }
    targets.called(target);
    return Objects.requireNonNull(guards).guard(method, target);
  }

  /** Builds the guards if necessary; called on a thread of the agent. */
  private void build() {
    Guards built = buildLock.locked(this::builtGuards);
    if (targets.earlierRuns().areKnown()) {
      built.carryRuns();
    }
    GuardedStore store = sharedStore;
    if (store != null) {
      store.warmUp();
    }
    targets.logFrameworks();
    surfaces.jmx().register(false);
  }

  private Guards builtGuards() {
    Guards built = guards;
    if (built == null) {
      built = newGuards();
      guards = built;
    }
    return built;
  }

  private void warnOfPod(String pod) {
    telemetry
        .log()
        .warn(
            pod
                + " judges the same sessions by other settings, or is another version; each JVM"
                + " judges by its own");
  }

  private Guards newGuards() {
    ModuleOpener opener = new ModuleOpener(instrumentation);
    LoopEngine engine =
        new LoopEngine(
            config.engine(),
            surfaces.switches(),
            new Fingerprinter(opener::lookupIn),
            eviction -> {
              String reason = eviction.idle() ? IDLE : TOO_MANY;
              telemetry
                  .log()
                  .debug("evicted session " + Printable.name(eviction.session()) + reason);
            },
            spending(),
            InstantSource.system());
    GuardedStore shared = sharedStore();
    if (shared != null) {
      engine =
          engine.sharing(
              new Sharing(shared, ServiceInstance.pod(), this::warnOfPod, shared::unreadable));
    }
    Guards built =
        new Guards(
            engine,
            new Linker(opener::lookupIn),
            telemetry,
            config.telemetry(),
            breakers(),
            surfaces.questions(),
            new TraceLookup(
                instrumentation::getAllLoadedClasses, transformer::loads, telemetry.failures()),
            targets.earlierRuns(),
            targets::propagateRuns);
    surfaces.connect(engine);
    surfaces.switches().onSwitch(targets::setEnabled);
    return built;
  }

  /** Returns the store of spending; opened once, even if the guards are built again. */
  private SpendingStore spending() {
    GuardedStore shared = sharedStore();
    if (spending == null && shared != null) {
      spending = new SharedSpending(shared, InstantSource.system());
    }
    if (spending == null) {
      spending =
          StoredSpending.of(config.budgetsState(), () -> config.engine().budget(), telemetry);
    }
    return spending;
  }

  /**
   * Returns the store that JVMs share, if any; created once, even if the guards are built again.
   */
  private @Nullable GuardedStore sharedStore() {
    if (sharedStore == null) {
      sharedStore =
          config
              .extensions()
              .flatMap(Extensions::configuredSharedStore)
              .map(
                  store ->
                      new GuardedStore(
                          store, () -> config.engine().sessions().onStoreError(), telemetry))
              .orElse(null);
    }
    return sharedStore;
  }

  private @Nullable ProviderBreakers breakers() {
    return config.breaker().mode() == Breaker.NONE
        ? null
        : new ProviderBreakers(
            config.breaker(),
            telemetry,
            () -> surfaces.switches().mode() == Mode.ENFORCE,
            InstantSource.system());
  }
}
