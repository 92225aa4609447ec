package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that fails with the same error again and again, whatever the arguments.
 *
 * <p>A success of the tool ends the row; other tools, and other errors, do not. A finding begins
 * the next row with the failure that made it.
 */
public record ErrorDetector(Settings settings) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "error";

  /** Stands for all failures of a tool; no failure has this key. */
  private static final long ANY_FAILURE = 0;

  /**
   * The section {@code detectors.error}.
   *
   * @param threshold how many equal failures of nearly the same call in a row are a finding, at
   *     least 1
   * @param thresholdVaried the same where the calls differ, at least {@code threshold}
   * @param failing how many failures of any kind are one
   */
  public record Settings(
      boolean enabled,
      int threshold,
      int thresholdVaried,
      Failing failing,
      @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 3, 4, new Failing(9, 8), null);
  }

  /**
   * When a tool is taken for stuck whatever it complains of.
   *
   * @param of how many of its latest outcomes are looked at, at most 12
   * @param failed how many of them have failed, at most {@code of}; 0 switches it off
   */
  public record Failing(int of, int failed) {}

  @Override
  public Ladder defaultLadder(Finding finding) {
    return Ladder.WARN_FIRST;
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (!outcome.failed()) {
      return null;
    }
    ToolOutcomes outcomes = session.outcomes(call.tool());
    ToolOutcomes.FailureStreak row = outcomes.countFailure(session.calls());
    boolean sameAgain = row.near() >= settings.threshold() - 1;
    if (sameAgain || row.count() >= settings.thresholdVaried()) {
      outcomes.restartCounts(1);
      String line = outcome.readableLine();
      return new Finding(
          Finding.Loop.ofTool(NAME, call.tool(), outcome.errorKey()),
          outcomes.latest().total(),
          sameAgain ? settings.threshold() : settings.thresholdVaried(),
          List.of(call.tool()),
          new Failures(line == null ? "" : line),
          "detectors.error.threshold" + (sameAgain ? "" : "_varied"));
    }
    Failing failing = settings.failing();
    long failed = outcomes.countFailures(failing.of());
    if (failing.failed() == 0 || failed < failing.failed()) {
      return null;
    }
    outcomes.markReported();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), ANY_FAILURE),
        (int) failed,
        failing.failed(),
        List.of(call.tool()),
        new FailingTool(failing.of()),
        "detectors.error.failing");
  }

  @Override
  public boolean stopsAfterSuccess() {
    return false;
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
      boolean once = finding.count() == 1;
      String again =
          "failed" + (once ? "" : " " + finding.count() + " times running with the same error");
      return new Words(
          call -> call.cut(finding.tools()) + " has " + again + evidence(call),
          finding.tools() + " " + again,
          "the same failure",
          Advice.onOutcome(
                  "The same way is likely to fail again: find out what causes the error and"
                      + " change that first, use another tool, or say what is missing and end your"
                      + " turn.",
                  "find the cause first",
                  "use another tool than " + finding.shortTools() + " to find out why it fails")
              .withContinueIf("the next attempt differs in what matters"));
    }

    private String evidence(DescribedCall call) {
      String told = line.isEmpty() || !call.quotes() ? "." : ": `" + call.cut(line) + "`.";
      return told + call.quotedArguments();
    }

    @Override
    public String toString() {
      return "Failures[line of " + line.length() + " characters]";
    }
  }

  /**
   * Failures of different kinds.
   *
   * @param of how many of the tool's latest calls were looked at
   */
  public record FailingTool(int of) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String failed = "failed in %d of its last %d calls".formatted(finding.count(), of);
      return new Words(
          call ->
              "%s has %s, for more than one reason.%s"
                  .formatted(call.cut(finding.tools()), failed, call.quotedArguments()),
          finding.tools() + " " + failed,
          "failures of different kinds",
          Advice.onOutcome(
                  "Something more basic may be wrong than each of the errors says. Check what the"
                      + " tool needs, use another one, or say what is missing and end your turn.",
                  "check what the tool needs",
                  "use another tool than " + finding.shortTools() + " to find out why it fails")
              .withContinueIf("the next attempt differs in what matters"));
    }
  }
}
