package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that fails with the same error again and again, whatever the arguments.
 *
 * <p>A success of the tool ends the row; other tools, and other errors, do not. A finding begins
 * the next row with the failure that made it.
 */
public final class ErrorDetector implements Detector {

  private final DetectorSettings.Streak settings;

  ErrorDetector(DetectorSettings.Streak settings) {
    this.settings = settings;
  }

  @Override
  public DetectorKind kind() {
    return DetectorKind.ERROR;
  }

  @Override
  public Ladder ladder(ToolPolicy policy) {
    return Ladder.firstOf(settings.escalation(), policy.escalation(), Ladder.WARN_FIRST);
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (!outcome.failed()) {
      return null;
    }
    ToolOutcomes outcomes = session.outcomes(call.tool());
    if (outcomes.countFailure() < settings.threshold()) {
      return null;
    }
    outcomes.restartCountsWithLatest();
    String line = outcome.readableLine();
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.ERROR, call.tool(), outcome.errorKey()),
        outcomes.latest().total(),
        settings.threshold(),
        List.of(call.tool()),
        new Failures(line == null ? "" : line),
        "detectors.error.threshold");
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return !outcome.failed();
  }

  @Override
  public void deferred(String tool, SessionHistory session) {
    session.outcomes(tool).restartCounts();
  }

  /**
   * Equal failures.
   *
   * @param line the line that tells the failure best; it holds what the tool wrote, so it is for
   *     the model only and stands in no log
   */
  public record Failures(String line) implements Evidence {

    @Override
    public String fact(Finding finding, DescribedCall call) {
      String failed =
          finding.count() == 1
              ? finding.tools() + " has failed"
              : "%s has failed %d times running with the same error"
                  .formatted(finding.tools(), finding.count());
      return line.isEmpty()
          ? failed + "."
          : failed + ": `" + Printable.of(line, line.length()) + "`.";
    }

    @Override
    public String summary(Finding finding) {
      return finding.count() == 1
          ? finding.tools() + " failed"
          : "%s failed %d times running with the same error"
              .formatted(finding.tools(), finding.count());
    }

    @Override
    public String basis() {
      return "the same failure";
    }

    @Override
    public String advice() {
      return "Trying again in the same way will fail again. Find out what causes the error and"
          + " change that first, use another tool, or say what is missing and end your turn.";
    }

    @Override
    public String alternative(String tool) {
      return "use another tool than " + tool + " to find out why it fails";
    }

    @Override
    public String repetition() {
      return "the same comes of the next ones";
    }

    @Override
    public String toString() {
      return "Failures[line of " + line.length() + " characters]";
    }
  }
}
