package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.response.Messages;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Tells the engine what came of a call, and the model what the engine found in it. */
final class ToolOutcome {

  private final Engine engine;
  private final FindingLog findings;
  private final ToolReadings readings;
  private final GuardedCall call;
  private final @Nullable RecordedCall recorded;
  private final @Nullable String warning;

  /**
   * Creates an outcome that is still to come.
   *
   * @param recorded the call as the engine knows it; absent: its outcome does not matter
   * @param warning what was found before the call ran; absent: nothing
   */
  ToolOutcome(
      Engine engine,
      FindingLog findings,
      ToolReadings readings,
      GuardedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning) {
    this.engine = engine;
    this.findings = findings;
    this.readings = readings;
    this.call = call;
    this.recorded = recorded;
    this.warning = warning;
  }

  /**
   * Judges what came.
   *
   * @return what the method returns, with the warnings that its result can carry
   */
  @Nullable Object judge(@Nullable Object returned, @Nullable Throwable thrown) throws Throwable {
    Object result = with(warning, returned);
    call.environment().tellOutcome(returned, thrown);
    Ruling.Found found = recorded == null ? null : tellEngine(recorded, returned, thrown);
    if (found == null) {
      return result;
    }
    boolean told = found.action() == Action.WARN && canCarryText(returned);
    findings.ofOutcome(found, call.session(), told);
    return told ? with(Messages.warning(call.report(found.decisive())), result) : result;
  }

  private Ruling.@Nullable Found tellEngine(
      RecordedCall running, @Nullable Object returned, @Nullable Throwable thrown)
      throws Throwable {
    if (thrown != null) {
      return engine.outcomeFailed(running, thrown);
    }
    if (readings.output() == null && returned instanceof CompletionStage) {
      return null; // It is not there yet.
    }
    Object output = evaluate(readings.output(), returned);
    return readings.failed() != null
            && Boolean.TRUE.equals(readings.failed().evaluate(call.environment()))
        ? engine.outcomeFailed(running, output)
        : engine.outcome(running, output);
  }

  private @Nullable Object evaluate(@Nullable LinkedExpression output, @Nullable Object otherwise)
      throws Throwable {
    return output == null ? otherwise : output.evaluate(call.environment());
  }

  private static @Nullable Object with(@Nullable String text, @Nullable Object result) {
    return text != null && canCarryText(result) ? result + "\n\n" + text : result;
  }

  /** Text is the one result that a warning can be added to without knowing its type. */
  private static boolean canCarryText(@Nullable Object result) {
    return result instanceof String;
  }
}
