package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.guard.call.EarlierRuns;
import io.loopsentinel.agent.guard.call.RunCarrier;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Listener;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.settings.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls methods of a class as the advice would: through the guards of a configuration's targets.
 */
public final class GuardedCalls {

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final Class<?> type;
  private final SentinelConfig config;
  private final Telemetry telemetry;
  private final Questions questions;
  private final AtomicReference<RunCarrier> carrier = new AtomicReference<>();
  private final Guards guards;
  private Instant now = Instant.EPOCH;
  private Duration passed = Duration.ZERO;

  private GuardedCalls(
      Class<?> type, SentinelConfig config, LogLevel level, InstantSource clock) {
    this.type = type;
    this.config = config;
    AgentLog log = new AgentLog(new PrintStream(lines, true, StandardCharsets.UTF_8), level);
    this.telemetry = new Telemetry(log);
    this.questions = new Questions(config.ask());
    this.guards =
        new Guards(
            new LoopEngine(
                config.engine(),
                new RuntimeSwitches(config.engine().mode()),
                new Fingerprinter(FieldAccess.toOpenPackages()),
                eviction -> {},
                new SpendingStore(),
                () -> clock.instant().plus(passed)),
            new Linker(FieldAccess.toOpenPackages()),
            telemetry,
            config.telemetry(),
            breakers(config),
            questions,
            new TraceLookup(() -> new Class<?>[0], () -> 0, telemetry.failures()),
            new EarlierRuns(),
            carrier::set);
  }

  private @Nullable ProviderBreakers breakers(SentinelConfig config) {
    return config.breaker().mode() == Breaker.NONE
        ? null
        : new ProviderBreakers(
            config.breaker(), telemetry, () -> config.engine().mode() == Mode.ENFORCE, () -> now);
  }

  /** Lets time go by for the engine and the breakers of providers. */
  public void pass(Duration time) {
    now = now.plus(time);
    passed = passed.plus(time);
  }

  /** Reads a configuration in which TYPE stands for the name of the guarded class. */
  public static GuardedCalls of(Class<?> type, String yaml) {
    return of(type, yaml, LogLevel.INFO);
  }

  /** Reads such a configuration for guards that log as much as a level says. */
  public static GuardedCalls of(Class<?> type, String yaml, LogLevel level) {
    return of(type, yaml, level, InstantSource.system());
  }

  /** Reads such a configuration for guards whose engine has this clock. */
  static GuardedCalls of(Class<?> type, String yaml, LogLevel level, InstantSource clock) {
    ConfigResult result =
        new ConfigLoader(Profiles.shipped()).read(yaml.replace("TYPE", type.getName()), "test");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new GuardedCalls(type, loaded.config(), level, clock);
    }
    throw new AssertionError(((ConfigResult.Rejected) result).report());
  }

  /** Calls a method of the guarded class, whose body is given, without a receiver. */
  public @Nullable Object call(String method, Callable<?> body, @Nullable Object... arguments)
      throws Exception {
    return guard(method).call(body, arguments);
  }

  public Guard guard(String method) {
    return guard(type, method);
  }

  /** Returns the guard of a method by the target of the same name. */
  public Guard guard(Class<?> type, String method) {
    Method found =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow();
    TargetSpec target =
        config.targets().stream()
            .filter(each -> each.method().matches(method))
            .findFirst()
            .orElseThrow();
    return guard(found, target);
  }

  public Guard guard(Method method, TargetSpec target) {
    return guards.guard(method, target)::apply;
  }

  public LoopEngine engine() {
    return guards.engine();
  }

  public Telemetry telemetry() {
    return telemetry;
  }

  /** Listens to events as they are published. */
  public void listen(Consumer<LoopEvent> listener) {
    telemetry.events().add(new Listener(listener));
  }

  public Questions questions() {
    return questions;
  }

  /** Returns the carrier of runs to other threads; requires the guard of a run. */
  RunCarrier carrier() {
    return Objects.requireNonNull(carrier.get());
  }

  public List<TargetSpec> targets() {
    return config.targets();
  }

  public String log() {
    return LogText.of(lines);
  }
}
