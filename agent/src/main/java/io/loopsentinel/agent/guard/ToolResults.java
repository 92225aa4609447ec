package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import org.jspecify.annotations.Nullable;

/**
 * Tells the engine what came of the calls of a target, and the model what the engine found in it.
 * Thread-safe.
 */
final class ToolResults {

  private final Shared shared;
  private final ToolReadings readings;

  ToolResults(Shared shared, ToolReadings readings) {
    this.shared = shared;
    this.readings = readings;
  }

  /**
   * Judges what came of a call.
   *
   * @param recorded the call as the engine knows it; absent: its outcome does not matter
   * @param warning what was found before the call ran; absent: nothing
   * @param trace told what came; absent: nobody asks
   * @param replaceable whether the application gets what is returned here
   * @return what the method returns, with the warnings that its result can carry
   */
  @Nullable Object judge(
      GuardedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning,
      @Nullable CallTrace trace,
      boolean replaceable)
      throws Throwable {
    Object returned = call.environment().returned();
    Throwable thrown = call.environment().thrown();
    Object text = ResultText.of(returned, readings, call.environment(), shared.failures());
    Outcome outcome = recorded == null ? null : read(call, recorded, text);
    Ruling.Found found =
        recorded == null || outcome == null
            ? null
            : shared.traces().judge(shared.engine(), recorded, outcome, trace);
    if (trace != null) {
      trace.ended(outcome, thrown == null ? text : null, found);
    }
    return warning == null && found == null
        ? returned
        : warned(call, text, warning, found, replaceable);
  }

  private @Nullable Object warned(
      GuardedCall call,
      @Nullable Object text,
      @Nullable String warning,
      Ruling.@Nullable Found found,
      boolean replaceable) {
    boolean threw = call.environment().thrown() != null;
    WarnedResult result =
        new WarnedResult(text, readings.warned(), call.environment(), shared.failures());
    if (warning != null) {
      tell(call, warning, result, replaceable);
    }
    if (found != null) {
      WarningPlace told =
          found.action() == Action.WARN
              ? tell(call, Messages.warning(call.report(found.decisive())), result, replaceable)
              : WarningPlace.NONE;
      shared.reports().ofOutcome(found, call, told, threw);
    }
    return result.value();
  }

  private WarningPlace tell(
      GuardedCall call, String text, WarnedResult result, boolean replaceable) {
    if (replaceable && result.add(text)) {
      return WarningPlace.RESULT;
    }
    return shared.engine().turns().keepWarning(call.session(), text)
        ? WarningPlace.NEXT_REQUEST
        : WarningPlace.NONE;
  }

  private @Nullable Outcome read(GuardedCall call, RecordedCall recorded, @Nullable Object text)
      throws Throwable {
    LoopEngine engine = shared.engine();
    Throwable thrown = call.environment().thrown();
    if (thrown != null) {
      return engine.readFailure(recorded, thrown);
    }
    if (readings.output() == null && AsynchronousType.isOne(text)) {
      return null; // Its method declares something else, and it is read as that.
    }
    return readings.failed() != null
            && Boolean.TRUE.equals(readings.failed().evaluate(call.environment()))
        ? engine.readFailure(recorded, text)
        : engine.readOutcome(recorded, text);
  }
}
