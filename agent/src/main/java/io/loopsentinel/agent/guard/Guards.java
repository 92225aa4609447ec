package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Readings;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.Expression;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.expression.Signature;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the guards of methods; links the expressions of their targets.
 *
 * <p>A target whose expressions do not fit is reported and lets every call pass: one wrong
 * expression switches off its own target only. Thread-safe.
 */
public final class Guards implements GuardFactory {

  private final Shared shared;
  private final Linker linker;
  private final AgentLog log;
  private final Consumer<RunCarrier> propagation;
  private boolean propagates;
  private final SessionKeys sessionKeys = new SessionKeys();

  /**
   * Creates a factory whose guards ask one engine.
   *
   * @param failures told of errors that leave a call guarded; must be quick
   * @param propagation told, once, when the first method that is a run is called: from then on runs
   *     are to be carried to other threads; must not throw
   */
  public Guards(
      Engine engine,
      Linker linker,
      AgentLog log,
      Consumer<Throwable> failures,
      Consumer<RunCarrier> propagation) {
    this.shared =
        new Shared(
            engine, new Nesting(engine), new FramesByThread(), new FindingLog(log), failures);
    this.linker = linker;
    this.log = log;
    this.propagation = propagation;
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    GuardedMethod guarded = new GuardedMethod(method, ResultType.of(method), target, sessionKeys);
    try {
      return withLaterOutcome(guarded, guardOfKind(guarded));
    } catch (UnfitTarget unfit) {
      log.error(unfit.reason);
    } catch (RuntimeException | LinkageError failure) {
      log.error(guarded.describe() + " cannot be guarded: " + failure);
    }
    return (self, arguments) -> null;
  }

  private MethodGuard guardOfKind(GuardedMethod guarded) throws UnfitTarget {
    TargetSpec target = guarded.target();
    return switch (target.kind()) {
      case TOOL -> toolGuard(guarded);
      case TURN -> new TurnGuard(shared, guarded, turnReadings(guarded), breaker(guarded));
      case RUN -> runGuard(guarded);
    };
  }

  private BiFunction<@Nullable Object, Object[], @Nullable Object> withLaterOutcome(
      GuardedMethod guarded, MethodGuard guard) throws UnfitTarget {
    if (guarded.result().isSuspending()) {
      String state = "arg" + (guarded.method().getParameterCount() - 1);
      return new SuspendGuard(
          guard,
          guarded,
          linkOwn(state + ".label", guarded),
          linkOwn(state + ".completion", guarded),
          shared);
    }
    return guarded.result().mayComeLater() ? new AsynchronousGuard(guard, guarded, shared) : guard;
  }

  private MethodGuard toolGuard(GuardedMethod guarded) throws UnfitTarget {
    TargetSpec target = guarded.target();
    SourceExpression tool = target.readings().tool();
    if (tool == null) {
      throw new UnfitTarget(guarded.describe() + " does not say where the tool's name is");
    }
    ToolReadings readings =
        new ToolReadings(
            link(tool, guarded),
            linkOrNull(target.readings().args(), guarded),
            session(guarded),
            linkOrNull(target.readings().output(), guarded),
            linkOrNull(target.readings().failed(), guarded),
            warned(guarded),
            refusal(guarded));
    if (tool.expression().isProjection()) {
      return new BatchGuard(shared, guarded, readings, breaker(guarded));
    }
    Substitution substitution =
        new Substitution(linkOrNull(target.readings().result(), guarded), guarded.result());
    if (target.readings().result() != null && !substitution.isPossible()) {
      log.warn(
          guarded.describe()
              + ": result gives no "
              + returned(guarded)
              + ", which the method returns; a hint falls to abort here");
    } else if (guarded.result().hidesValue() && !substitution.isPossible()) {
      log.info(
          guarded.describe()
              + ": a hint becomes an abort here, for the method returns "
              + returned(guarded)
              + " and so cannot carry a message; set result: to an expression that builds one from it");
    }
    return new ToolGuard(shared, guarded, readings, substitution, breaker(guarded));
  }

  private RunGuard runGuard(GuardedMethod guarded) throws UnfitTarget {
    RunGuard guard = new RunGuard(shared, guarded, sessionOrNull(guarded), breaker(guarded));
    propagateRuns();
    return guard;
  }

  /** No run begins before all can be carried: its first threads would inherit it unchecked. */
  private void propagateRuns() {
    synchronized (propagation) {
      if (!propagates) {
        propagates = true;
        propagation.accept(new RunCarrier(shared.threads()));
      }
    }
  }

  private @Nullable Substitution warned(GuardedMethod guarded) throws UnfitTarget {
    LinkedExpression expression = linkOrNull(guarded.target().readings().warned(), guarded);
    // The items of a stream are with the application before it is known what came of the call.
    if (expression == null || !guarded.result().comesAsWhole()) {
      return null;
    }
    Substitution warned = new Substitution(expression, guarded.result().ofValue());
    if (warned.isPossible()) {
      return warned;
    }
    log.warn(
        guarded.describe()
            + ": warned gives no "
            + warned.type().declared().getName()
            + ", which the method returns; results carry no warnings here");
    return null;
  }

  private Refusal refusal(GuardedMethod guarded) throws UnfitTarget {
    LinkedExpression exception = linkOrNull(guarded.target().readings().exception(), guarded);
    if (exception != null && !Refusal.isPossible(exception.type())) {
      log.warn(
          guarded.describe()
              + ": throws gives a "
              + exception.type().getName()
              + ", which is no Throwable; the ToolLoopError itself is thrown here");
      exception = null;
    }
    return new Refusal(exception, shared.failures());
  }

  private TurnReadings turnReadings(GuardedMethod guarded) throws UnfitTarget {
    Readings readings = guarded.target().readings();
    return new TurnReadings(
        session(guarded),
        linkOrNull(readings.text(), guarded),
        linkOrNull(readings.inputTokens(), guarded),
        linkOrNull(readings.outputTokens(), guarded),
        linkOrNull(readings.model(), guarded),
        requestedCalls(guarded),
        injection(guarded),
        refusal(guarded));
  }

  private @Nullable RequestedCalls requestedCalls(GuardedMethod guarded) throws UnfitTarget {
    LinkedExpression tool = linkOrNull(guarded.target().readings().tool(), guarded);
    return tool == null
        ? null
        : new RequestedCalls(tool, linkOrNull(guarded.target().readings().args(), guarded));
  }

  private @Nullable Injection injection(GuardedMethod guarded) throws UnfitTarget {
    Readings.Injection inject = guarded.target().readings().inject();
    if (inject == null) {
      return null;
    }
    Class<?>[] parameters = guarded.method().getParameterTypes();
    if (inject.argument() >= parameters.length) {
      throw new UnfitTarget(
          "%s: inject replaces arg%d, but the method has %s. %s is switched off: its calls run unguarded."
              .formatted(
                  inject.value().origin(),
                  inject.argument(),
                  parameters.length == 1 ? "1 parameter" : parameters.length + " parameters",
                  guarded.describe()));
    }
    Injection injection =
        new Injection(
            inject.argument(), link(inject.value(), guarded), parameters[inject.argument()]);
    if (injection.isPossible()) {
      return injection;
    }
    log.warn(
        "%s: inject gives a %s, but arg%d takes a %s; requests carry no warnings here"
            .formatted(
                guarded.describe(),
                injection.value().type().getTypeName(),
                inject.argument(),
                injection.type().getTypeName()));
    return null;
  }

  private SessionReading session(GuardedMethod guarded) throws UnfitTarget {
    return new SessionReading(sessionOrNull(guarded), sessionKeys);
  }

  private @Nullable LinkedExpression sessionOrNull(GuardedMethod guarded) throws UnfitTarget {
    SourceExpression session = guarded.target().readings().session();
    return session == null ? null : link(session, guarded, guarded.target().ignoredSessions());
  }

  private @Nullable LinkedExpression linkOrNull(
      @Nullable SourceExpression expression, GuardedMethod guarded) throws UnfitTarget {
    return expression == null ? null : link(expression, guarded);
  }

  private LinkedExpression link(SourceExpression expression, GuardedMethod guarded)
      throws UnfitTarget {
    return link(expression, guarded, Set.of());
  }

  private LinkedExpression link(
      SourceExpression expression, GuardedMethod guarded, Set<String> placeholders)
      throws UnfitTarget {
    try {
      LinkedExpression linked =
          linker.link(expression.expression(), Signature.of(guarded.method()), placeholders);
      // Members that only the class at run time can have, or else a typo.
      linked
          .notes()
          .forEach(
              note ->
                  log.debug(expression.origin().shifted(note.offset()) + ": " + note.getMessage()));
      return linked;
    } catch (ExpressionException problem) {
      throw new UnfitTarget(
          "%s: %s; in `%s`. %s is switched off: its calls run unguarded."
              .formatted(
                  expression.origin().shifted(problem.offset()),
                  problem.getMessage(),
                  expression.expression().source(),
                  guarded.describe()));
    }
  }

  /** Links an expression that no target gives. */
  private LinkedExpression linkOwn(String expression, GuardedMethod guarded) throws UnfitTarget {
    try {
      return linker.link(Expression.parse(expression), Signature.of(guarded.method()));
    } catch (ExpressionException problem) {
      throw new UnfitTarget(guarded.describe() + " cannot be guarded: " + problem.getMessage());
    }
  }

  private static String returned(GuardedMethod guarded) {
    ResultType result = guarded.result();
    String declared = result.declared().getName();
    return result.hidesValue() ? declared + " of " + result.value().getName() : declared;
  }

  private FailureBreaker breaker(GuardedMethod guarded) {
    return new FailureBreaker(guarded.describe(), log);
  }

  /** A target that does not fit the method it matched; the message says why. */
  private static final class UnfitTarget extends Exception {

    private static final long serialVersionUID = 1L;

    private final String reason;

    UnfitTarget(String reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
