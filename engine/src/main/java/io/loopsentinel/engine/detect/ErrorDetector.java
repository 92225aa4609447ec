package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that fails with the same error again and again, whatever the arguments.
 *
 * <p>A success of the tool ends the row; other tools, and other errors, do not. A finding begins
 * the next row with the failure that made it.
 */
public record ErrorDetector(Settings settings) implements OutcomeDetector {

  /** Its name in the configuration. */
  public static final String NAME = "error";

  /**
   * The section {@code detectors.error}.
   *
   * @param threshold how many outcomes in a row are a finding, at least 1
   */
  public record Settings(boolean enabled, int threshold, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 3, null);
  }

  @Override
  public @Nullable Finding judge(
      Call call, Outcome outcome, ToolOutcomes outcomes, SessionHistory session) {
    if (!outcome.failed() || outcomes.countFailure() < settings.threshold()) {
      return null;
    }
    outcomes.restartCounts(1);
    String line = outcome.readableLine();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), outcome.errorKey()),
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
    session.outcomes(tool).restartCounts(0);
  }

  /**
   * Equal failures.
   *
   * @param line the line that tells the failure best; it holds what the tool wrote, so it is for
   *     the model only and stands in no log
   */
  public record Failures(String line) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String tools = finding.tools();
      boolean once = finding.count() == 1;
      String again =
          "failed" + (once ? "" : " " + finding.count() + " times running with the same error");
      String told = line.isEmpty() ? "." : ": `" + Printable.of(line, line.length()) + "`.";
      return new Words(
          call -> tools + " has " + again + told,
          tools + " " + again,
          "the same failure",
          Advice.onOutcome(
              "Trying again in the same way will fail again. Find out what causes the error and"
                  + " change that first, use another tool, or say what is missing and end your"
                  + " turn.",
              "use another tool than " + tools + " to find out why it fails"));
    }

    @Override
    public String toString() {
      return "Failures[line of " + line.length() + " characters]";
    }
  }
}
