package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.outcome.Outcome;
import io.loopsentinel.agent.response.Messages;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import org.jspecify.annotations.Nullable;

/** Tells the engine what came of a call, and the model what the engine found in it. */
final class ToolOutcome {

  private final Shared shared;
  private final ToolReadings readings;
  private final GuardedCall call;
  private final @Nullable RecordedCall recorded;
  private final @Nullable String warning;
  private final @Nullable CallTrace trace;

  /**
   * Creates an outcome that is still to come.
   *
   * @param recorded the call as the engine knows it; absent: its outcome does not matter
   * @param warning what was found before the call ran; absent: nothing
   * @param trace told what came; absent: nobody asks
   */
  ToolOutcome(
      Shared shared,
      ToolReadings readings,
      GuardedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning,
      @Nullable CallTrace trace) {
    this.shared = shared;
    this.readings = readings;
    this.call = call;
    this.recorded = recorded;
    this.warning = warning;
    this.trace = trace;
  }

  /**
   * Judges what came.
   *
   * @param replaceable whether the application gets what is returned here
   * @return what the method returns, with the warnings that its result can carry
   */
  @Nullable Object judge(@Nullable Object returned, @Nullable Throwable thrown, boolean replaceable)
      throws Throwable {
    call.environment().tellOutcome(returned, thrown);
    ResultText text = ResultText.of(returned, readings, call.environment(), shared.failures());
    Outcome outcome = recorded == null ? null : read(recorded, returned, thrown, text);
    Ruling.Found found =
        recorded == null || outcome == null
            ? null
            : shared.traces().judge(shared.engine(), recorded, outcome, trace);
    if (trace != null) {
      trace.ended(outcome, thrown == null ? text.value() : null, found);
    }
    WarnedResult result =
        new WarnedResult(returned, text, readings.warned(), call.environment(), shared.failures());
    if (warning != null) {
      tell(warning, result, replaceable);
    }
    if (found != null) {
      WarningPlace told =
          found.action() == Action.WARN
              ? tell(Messages.warning(call.report(found.decisive())), result, replaceable)
              : WarningPlace.NONE;
      shared.reports().ofOutcome(found, call, told, thrown != null);
    }
    return result.value();
  }

  private WarningPlace tell(String text, WarnedResult result, boolean replaceable) {
    if (replaceable && result.add(text)) {
      return WarningPlace.RESULT;
    }
    return shared.engine().keepWarning(call.session(), text)
        ? WarningPlace.NEXT_REQUEST
        : WarningPlace.NONE;
  }

  private @Nullable Outcome read(
      RecordedCall running, @Nullable Object returned, @Nullable Throwable thrown, ResultText text)
      throws Throwable {
    Engine engine = shared.engine();
    if (thrown != null) {
      return engine.readFailure(running, thrown);
    }
    if (readings.output() == null && AsynchronousType.isOne(returned)) {
      return null; // Its method declares something else, and it is read as that.
    }
    return readings.failed() != null
            && Boolean.TRUE.equals(readings.failed().evaluate(call.environment()))
        ? engine.readFailure(running, text.value())
        : engine.readOutcome(running, text.value());
  }
}
