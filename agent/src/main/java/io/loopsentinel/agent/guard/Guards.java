package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.guard.call.EarlierRuns;
import io.loopsentinel.agent.guard.call.FramesByThread;
import io.loopsentinel.agent.guard.call.RunCarrier;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.guard.report.CallHooks;
import io.loopsentinel.agent.guard.report.Reports;
import io.loopsentinel.agent.guard.report.Traces;
import io.loopsentinel.agent.guard.report.Trial;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.LinkedTarget;
import io.loopsentinel.targets.link.SharedSessions;
import io.loopsentinel.targets.link.TargetLinking;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.result.ResultType;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the guards of methods.
 *
 * <p>A target whose expressions do not fit is reported and lets every call pass; other targets are
 * not affected. Thread-safe.
 */
public final class Guards implements GuardFactory {

  /** Maximum number of listeners that decide at the same time. */
  private static final int MAX_DECISIONS = 4;

  private final GuardContext context;
  private final Linker linker;
  private final Consumer<RunCarrier> propagation;

  /** The calls of targets on trial, by the target's name. */
  private final Map<String, Trial> trials = new ConcurrentHashMap<>();

  /** Targets whose sharing of sessions was logged, by name. */
  private final Set<String> described = ConcurrentHashMap.newKeySet();

  /**
   * Creates a factory of guards for an engine.
   *
   * @param propagation called when the guard of a run is built: from then on runs must be carried
   *     to other threads; must not throw
   */
  public Guards(
      LoopEngine engine,
      Linker linker,
      Telemetry telemetry,
      TelemetrySettings settings,
      @Nullable ProviderBreakers breakers,
      Questions questions,
      TraceLookup traces,
      EarlierRuns earlierRuns,
      Consumer<RunCarrier> propagation) {
    this(
        new GuardContext(
            engine,
            new FramesByThread(earlierRuns),
            telemetry,
            new Reports(telemetry, traces, settings, engine),
            new Traces(telemetry.events(), engine),
            new CallHooks(telemetry, engine, settings, new AtomicLong()),
            breakers,
            questions,
            new Semaphore(MAX_DECISIONS)),
        linker,
        propagation);
  }

  private Guards(GuardContext context, Linker linker, Consumer<RunCarrier> propagation) {
    this.context = context;
    this.linker = linker;
    this.propagation = propagation;
  }

  /** Returns a factory for another engine that shares runs and threads with this one. */
  public Guards with(
      LoopEngine engine, TelemetrySettings settings, @Nullable ProviderBreakers breakers) {
    return new Guards(context.with(engine, settings, breakers), linker, propagation);
  }

  public LoopEngine engine() {
    return context.engine();
  }

  public @Nullable ProviderBreakers breakers() {
    return context.breakers();
  }

  /** Carries runs to other threads, as from the first guarded run on. */
  public void carryRuns() {
    // Before the first run begins: its first threads would inherit it unchecked.
    propagation.accept(new RunCarrier(context.threads()));
  }

  /** Clears the frames of all threads. Called when nothing is guarded any more. */
  public void clearThreads() {
    context.threads().clear();
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    GuardedMethod guarded = new GuardedMethod(method, ResultType.of(method), target);
    Telemetry telemetry = context.telemetry();
    try {
      LinkedTarget linked = new TargetLinking(guarded, linker).link();
      log(linked);
      @Nullable ClassLoader application = method.getDeclaringClass().getClassLoader();
      if (application != null) {
        telemetry.events().publishGuarded(application);
      }
      CallGuard guard = guardOf(linked);
      Class<?> returnType = method.getReturnType();
      return (self, arguments) -> {
        Verdict verdict = guard.enter(self, arguments);
        return verdict == null ? null : verdict.forHook(returnType);
      };
    } catch (TargetLinking.UnfitTargetException unfit) {
      telemetry.gaveUp(target.name(), String.valueOf(unfit.getMessage()).replace('\n', ' '));
    } catch (RuntimeException | LinkageError failure) {
      telemetry.gaveUp(target.name(), guarded.describe() + " cannot be guarded: " + failure);
    }
    return (self, arguments) -> null;
  }

  private void log(LinkedTarget linked) {
    AgentLog log = context.telemetry().log();
    String method = linked.method().describe() + ": ";
    linked.mistakes().forEach(mistake -> log.warn(method + mistake));
    linked.limits().forEach(limit -> log.info(method + limit));
    TargetSpec target = linked.method().target();
    if (context.engine().sharing() != null
        && !target.fromProfile()
        && described.add(target.name())) {
      Method declared = linked.method().method();
      log.info(target.name() + ": " + SharedSessions.of(target, declared, linker).text());
    }
    if (log.isDebug()) {
      TargetReport.of(linked).lines().forEach(log::debug);
    }
  }

  private CallGuard guardOf(LinkedTarget linked) {
    MethodGuard guard = methodGuardOf(linked);
    if (!linked.method().result().isSuspending()) {
      return guard;
    }
    Method method = linked.method().method();
    String state = "arg" + (method.getParameterCount() - 1);
    return new SuspendGuard(
        guard,
        linker.link(Expression.parse(state + ".label"), method),
        linker.link(Expression.parse(state + ".completion"), method));
  }

  private MethodGuard methodGuardOf(LinkedTarget linked) {
    return switch (linked.method().target().kind()) {
      case TOOL -> toolGuardOf(linked);
      case TURN -> new TurnGuard(context, linked);
      case RUN -> {
        carryRuns();
        yield new RunGuard(context, linked);
      }
    };
  }

  private MethodGuard toolGuardOf(LinkedTarget linked) {
    TargetSpec target = linked.method().target();
    return target.trial()
        ? new TrialGuard(
            context,
            linked,
            trials.computeIfAbsent(target.name(), name -> new Trial(System::nanoTime)))
        : new ToolGuard(context, linked, linker.access());
  }
}
