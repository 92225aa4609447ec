package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.guard.Guards;
import io.loopsentinel.agent.guard.WarmUp;
import io.loopsentinel.agent.instrument.GuardStart;
import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.BoundedLock;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.text.Printable;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** All of the agent that a program without targets can do without. */
final class DeferredGuard extends GuardStart {

  static final String NOTHING_GUARDED =
      "nothing was guarded: no method that a target names was loaded; java -jar loop-sentinel.jar"
          + " check -c CONFIG PATHS tells which there are";

  private static final String IDLE = ", idle for too long";
  private static final String TOO_MANY = ", not used for long, for there were too many";

  /** How long a call waits for another that builds the guards; then it goes on unguarded. */
  private static final Duration LONGEST_BUILDING = Duration.ofSeconds(10);

  private final Instrumentation instrumentation;
  private final @Nullable Loaded configuration;
  private final PrintStream out;
  private final MainThread main;
  private @Nullable Management management;
  private @Nullable AgentLog log;
  private @Nullable Guards guards;

  /** Creates a guard that is still to start; by the defaults without a configuration. */
  DeferredGuard(
      Instrumentation instrumentation,
      @Nullable Loaded configuration,
      PrintStream out,
      MainThread main) {
    this.instrumentation = instrumentation;
    this.configuration = configuration;
    this.out = out;
    this.main = main;
  }

  @Override
  protected TargetInstrumentation start(TargetTransformer transformer) throws Exception {
    SentinelConfig config = configuration == null ? SentinelConfig.DEFAULT : configuration.config();
    Telemetry telemetry = new Sinks(config.telemetry(), out, main).open();
    new LastShutdownHook(telemetry::close).register(new ModuleOpener(instrumentation));
    log = telemetry.log();
    if (configuration != null) {
      configuration.warnings().forEach(warning -> telemetry.log().warn(warning.toString()));
    }
    TargetInstrumentation targets =
        new TargetInstrumentation(instrumentation, transformer, telemetry);
    Management managed = new Management(config, telemetry, targets);
    // Not the lock of the start: classes that are being loaded wait for that one.
    BoundedLock building = new BoundedLock(LONGEST_BUILDING);
    targets.connect(
        (method, target) ->
            building
                .locked(() -> guards(config, telemetry, managed, targets))
                .guard(method, target),
        managed.api());
    management = managed;
    managed.openPage(config.engine().budget(), main);
    if (!config.targets().isEmpty()) {
      targets.watchForUnmatched();
    }
    telemetry
        .exitTasks()
        .add("loop-sentinel exit", () -> tellIfNothingIsGuarded(targets, telemetry));
    return targets;
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
    if (management != null && !beforeMain) {
      management.register(false);
    }
    if (log != null) {
      log.info(line);
    }
  }

  void warn(String line) {
    if (log != null) {
      log.warn(line);
    }
  }

  /**
   * Returns the guards, which are built when the first call needs them: not before main, for that
   * loads the engine. What they wait for may be the application's, such as its logger.
   */
  private Guards guards(
      SentinelConfig config,
      Telemetry telemetry,
      Management managed,
      TargetInstrumentation targets) {
    if (guards == null) {
      guards = build(config, telemetry, managed, targets);
    }
    return guards;
  }

  private Guards build(
      SentinelConfig config,
      Telemetry telemetry,
      Management managed,
      TargetInstrumentation targets) {
    ModuleOpener opener = new ModuleOpener(instrumentation);
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
            InstantSource.system());
    // Not before: it takes a MessageDigest, whose providers are the application's to set up.
    WarmUp warmUp = WarmUp.start();
    Thread registration = managed.register();
    Guards built =
        new Guards(
            engine,
            new Linker(opener::lookupIn),
            telemetry,
            config.telemetry().arguments(),
            targets::propagateRuns);
    managed.connect(engine);
    managed.controls().tell(targets::setEnabled);
    warmUp.awaitWith(registration);
    return built;
  }
}
