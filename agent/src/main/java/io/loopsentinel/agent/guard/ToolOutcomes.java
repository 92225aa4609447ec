package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the engine what came of the calls of one dispatch, and the model what the engine found in
 * it.
 *
 * <p>Where the result of several calls does not tell them apart, it counts as not seen. What the
 * method throws tells of the one call of a batch of one; of which among several is not known.
 */
final class ToolOutcomes implements PendingCall.OutcomeJudge {

  private final GuardContext context;
  private final LoopEngine engine;
  private final LinkedTarget.Tool readings;
  private final List<RunningCall> calls;

  /**
   * A call that runs.
   *
   * @param recorded the call as the engine knows it; absent: its outcome does not matter
   * @param warning what its result is to tell of what was found before; absent: nothing
   * @param trace told what comes; absent: nobody asks
   */
  record RunningCall(
      GuardedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning,
      Traces.@Nullable CallTrace trace) {}

  ToolOutcomes(GuardContext context, LinkedTarget.Tool readings, List<RunningCall> calls) {
    this.context = context;
    this.engine = context.engine();
    this.readings = readings;
    this.calls = calls;
  }

  @Override
  public @Nullable Object judge(
      @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable) throws Throwable {
    CallEnvironment environment = calls.get(0).call().environment();
    environment.returned = returned;
    environment.thrown = thrown;
    boolean batch = readings.isBatch();
    List<?> texts = batch ? each("output", readings.output(), environment) : null;
    List<?> failed = texts == null ? null : each("failed", readings.failed(), environment);
    WarnedResult result = null;
    for (int i = 0; i < calls.size(); i++) {
      RunningCall call = calls.get(i);
      Object text = texts != null ? texts.get(i) : batch ? null : text(environment);
      boolean isKnown = thrown != null ? calls.size() == 1 : !batch || texts != null;
      Outcome outcome = isKnown ? outcome(call, environment, text, failed, i) : null;
      Ruling.Found found = note(call, outcome, thrown == null ? text : null);
      if (!batch && replaceable && (call.warning() != null || found != null)) {
        result = new WarnedResult(text, readings.warned(), environment, context);
      }
      if (call.warning() != null) {
        tell(call.call(), call.warning(), result);
      }
      if (found != null) {
        report(found, call.call(), result);
      }
    }
    return result == null ? returned : result.value();
  }

  private @Nullable Outcome outcome(
      RunningCall call,
      CallEnvironment environment,
      @Nullable Object text,
      @Nullable List<?> failed,
      int index)
      throws Throwable {
    RecordedCall recorded = call.recorded();
    if (recorded == null) {
      return null;
    }
    if (environment.thrown != null) {
      return engine.readFailure(recorded, environment.thrown);
    }
    if (readings.output() == null && AsynchronousType.isOne(text)) {
      return null; // Its method declares something else, and it is read as that.
    }
    Object isFailure = failed == null ? null : failed.get(index);
    if (!readings.isBatch() && readings.failed() != null) {
      isFailure = readings.failed().evaluate(environment);
    }
    return Boolean.TRUE.equals(isFailure)
        ? engine.readFailure(recorded, text)
        : engine.readOutcome(recorded, text);
  }

  /**
   * Reads what the model reads of a result.
   *
   * <p>A result of several parts, or of pictures, may have no text, and its framework then throws
   * rather than say so. It is a result all the same, and is compared as a whole: to take it for
   * nothing would make every such result equal to the one before.
   */
  private @Nullable Object text(CallEnvironment environment) {
    Object returned = environment.returned;
    if (readings.output() == null || returned == null) {
      return returned;
    }
    try {
      return readings.output().evaluate(environment);
    } catch (Throwable unreadable) {
      if (!isExpected(unreadable, environment)) {
        context.report(
            environment,
            "output",
            "this result is compared as a whole, not by its text",
            unreadable);
      }
      return returned;
    }
  }

  /**
   * Whether it is the framework's own exception, or a result of another kind, met by an expression
   * of the agent's: nobody who reads of it could do anything about it.
   */
  private static boolean isExpected(Throwable unreadable, CallEnvironment environment) {
    return environment.method.target().fromProfile()
        && unreadable instanceof RuntimeException
        && (!(unreadable instanceof EvaluationException problem) || problem.isOfOtherKind());
  }

  /** Returns one value for each call, or {@code null} where they cannot be told apart. */
  private @Nullable List<?> each(
      String key, @Nullable LinkedExpression expression, CallEnvironment environment) {
    if (environment.thrown != null
        || expression == null
        || !expression.expression().isProjection()) {
      return null;
    }
    try {
      List<?> values = expression.evaluate(environment) instanceof List<?> list ? list : List.of();
      if (values.size() == calls.size()) {
        return values;
      }
      throw new EvaluationException(
          "it gives %d values for %d calls".formatted(values.size(), calls.size()),
          expression.expression());
    } catch (Throwable unreadable) {
      context.report(environment, key, "these results are not seen", unreadable);
      return null;
    }
  }

  private Ruling.@Nullable Found note(
      RunningCall call, @Nullable Outcome outcome, @Nullable Object text) {
    Ruling.Found found =
        call.recorded() == null || outcome == null
            ? null
            : context.traces().judge(engine, call.recorded(), outcome, call.trace());
    if (call.trace() != null) {
      call.trace().ended(outcome, text, found);
    }
    return found;
  }

  private void report(Ruling.Found found, GuardedCall call, @Nullable WarnedResult result) {
    Reports.WarningPlace told =
        found.action() == Action.WARN
            ? tell(call, Messages.warning(call.report(engine, found.decisive())), result)
            : Reports.WarningPlace.NONE;
    boolean threw = call.environment().thrown != null;
    context
        .reports()
        .found(
            found,
            call.subject(),
            found.action(),
            false,
            detection -> FindingWords.ofOutcome(found.action(), detection, told, threw));
  }

  /**
   * Has the model warned.
   *
   * @param result what may carry the warning; absent: nothing but the next request
   */
  private Reports.WarningPlace tell(
      GuardedCall call, String warning, @Nullable WarnedResult result) {
    if (result != null && result.add(warning)) {
      return Reports.WarningPlace.RESULT;
    }
    return engine.turns().keepWarning(call.session(), warning)
        ? Reports.WarningPlace.NEXT_REQUEST
        : Reports.WarningPlace.NONE;
  }
}
