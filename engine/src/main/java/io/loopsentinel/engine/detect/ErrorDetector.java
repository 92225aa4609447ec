package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that fails with the same error again and again, whatever the arguments.
 *
 * <p>A success of the tool ends the row; other tools, and other errors, do not. A finding begins
 * the next row with the failure that made it. Stateless and thread-safe.
 */
public final class ErrorDetector {

  private final DetectorSettings.Streak settings;

  /** Creates a detector. */
  public ErrorDetector(DetectorSettings.Streak settings) {
    this.settings = settings;
  }

  /**
   * Judges the outcome of a call.
   *
   * @param outcomes the latest of the tool, this one among them
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(Call call, Outcome outcome, ToolOutcomes outcomes) {
    if (!settings.enabled() || !outcome.failed()) {
      return null;
    }
    if (outcomes.countFailure() < settings.threshold()) {
      return null;
    }
    outcomes.restart();
    String line = outcome.readableLine();
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.ERROR, call.tool(), outcome.errorKey()),
        outcomes.total(),
        settings.threshold(),
        List.of(call.tool()),
        new Evidence.Failure(line == null ? "" : line),
        "detectors.error.threshold");
  }
}
