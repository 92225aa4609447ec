package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that keeps failing with the same error, regardless of its arguments.
 *
 * <p>A success of the tool ends the streak; other tools and other errors do not. The failure that
 * caused a finding starts the next streak.
 */
public record ErrorDetector(Settings settings) implements Detector {

  public static final String NAME = "error";

  /** The key for all failures of a tool; no single failure has it. */
  private static final long ANY_FAILURE = 0;

  /** Failures of all tools that say the same are one loop. */
  private static final Finding.Loop STALE = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 2));

  /** Number of latest calls of all tools among which stale failures are counted. */
  private static final int STALE_WINDOW = 30;

  /**
   * The section {@code detectors.error}.
   *
   * @param threshold number of consecutive equal failures of nearly the same call that make a
   *     finding, at least 1
   * @param thresholdVaried the same for calls that differ, at least {@code threshold}
   * @param stale number of failures of any tools among the last 30 calls that say nothing new and
   *     share a sentence, whatever succeeded in between; 0 switches this off
   * @param failing number of failures of any kind that make a finding
   */
  public record Settings(
      boolean enabled,
      int threshold,
      int thresholdVaried,
      int stale,
      Failing failing,
      @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 3, 4, 5, new Failing(9, 8), null);
  }

  /**
   * The share of failures at which a tool counts as stuck, regardless of the errors.
   *
   * @param of number of latest outcomes considered, at most 12
   * @param failed number of failures among them, at most {@code of}; 0 switches this off
   */
  public record Failing(int of, int failed) {}

  static boolean isOfAnyFailure(Finding.Loop loop) {
    return loop.detector().equals(NAME) && loop.hasKey(ANY_FAILURE);
  }

  /** Only warns about stale failures: each attempt was another one, and some succeeded. */
  @Override
  public Ladder defaultLadder(Finding finding) {
    if (finding.loop().equals(STALE)) {
      return Ladder.WARN_ONLY;
    }
    return finding.evidence() instanceof NeverWorked ? Ladder.STOP_AT_ONCE : Ladder.WARN_FIRST;
  }

  /**
   * Finds a program of a shell that failed in each of its calls, with few different errors, if it
   * is called with similar arguments and nothing changed since.
   */
  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    if (!call.form().isShell() || call.isPatient()) {
      return null;
    }
    ToolOutcomes outcomes = session.outcomesOfProgram(call);
    if (outcomes.latestFirst().isEmpty()
        || !outcomes.haveAllFailedAlike(settings.threshold())
        || outcomes.latestFirst().stream().noneMatch(past -> past.isNear(words))
        || session.calls().hasNewsSince(outcomes.latest().call)) {
      return null;
    }
    return new Finding(
        Finding.Loop.ofTool(NAME, call.actor(), ANY_FAILURE),
        outcomes.latestFirst().size(),
        settings.threshold(),
        List.of(call.tool()),
        new NeverWorked(),
        "detectors.error.threshold");
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (!outcome.failed()) {
      session.succeeded(call, outcome);
      return null;
    }
    int stale = session.failures().add(call, outcome, session.calls().latest(STALE_WINDOW));
    Finding alike = judgeAlike(call, outcome, session);
    if (alike == null && settings.stale() > 0 && stale >= settings.stale()) {
      session.failures().restart();
      return staleFailures(call, outcome, stale);
    }
    return alike == null ? judgeTool(call, session) : alike;
  }

  private @Nullable Finding judgeAlike(Call call, Outcome outcome, SessionHistory session) {
    ToolOutcomes outcomes = session.outcomesOfProgram(call);
    ToolOutcomes.FailureStreak streak = outcomes.countFailure(session.calls());
    boolean sameAgain = streak.near() >= settings.threshold() - 1;
    boolean isSparse =
        session.calls().isMostlyNewsSince(outcomes.latest().first, Call::hasNewAnswer);
    if (!sameAgain && (isSparse || streak.count() < settings.thresholdVaried())) {
      return null;
    }
    outcomes.restartCounts(1);
    session.failures().restart();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), outcome.errorKey()),
        outcomes.latest().total,
        sameAgain ? settings.threshold() : settings.thresholdVaried(),
        List.of(call.tool()),
        new Failures(line(outcome)),
        "detectors.error.threshold" + (sameAgain ? "" : "_varied"));
  }

  private Finding staleFailures(Call call, Outcome outcome, int count) {
    return new Finding(
        STALE,
        count,
        settings.stale(),
        List.of(call.tool()),
        new StaleFailures(line(outcome)),
        "detectors.error.stale");
  }

  private @Nullable Finding judgeTool(Call call, SessionHistory session) {
    Failing failing = settings.failing();
    ToolOutcomes ofTool = session.outcomes(call);
    long failed = ofTool.countFailures(failing.of());
    if (failing.failed() == 0 || failed < failing.failed()) {
      return null;
    }
    ofTool.markReported();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), ANY_FAILURE),
        (int) failed,
        failing.failed(),
        List.of(call.tool()),
        new FailingTool(failing.of(), ofTool.countReasons(failing.of())),
        "detectors.error.failing");
  }

  private static String line(Outcome outcome) {
    String line = outcome.readableLine();
    return line == null ? "" : line;
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(0, Flag.PASSES_AFTER_SUCCESS, Flag.RESTARTS_COUNTS);
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return !outcome.failed();
  }

  /**
   * Equal failures.
   *
   * @param line the line that describes the failure best. It is text of the tool, so it is for the
   *     model only and never logged
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
                  "Trying the same way again is likely to fail: find out what causes the error and"
                      + " change that first, use another tool, or say what is missing and end your"
                      + " turn.",
                  "find the cause first",
                  "use another tool than " + finding.shortTools() + " to find out why it fails")
              .withContinueIf("the next attempt differs in what matters"));
    }

    private String evidence(DescribedCall call) {
      String quoted = line.isEmpty() || !call.quotes() ? "." : ": `" + call.cut(line) + "`.";
      return quoted + call.quotedArguments();
    }

    @Override
    public String toString() {
      return "Failures[line of " + line.length() + " characters]";
    }
  }

  /**
   * Failures of different calls that say the same.
   *
   * @param line the line that describes the latest failure best, for the model only
   */
  public record StaleFailures(String line) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String same =
          "%s failures among the last %s calls say the same"
              .formatted(finding.count(), STALE_WINDOW);
      return new Words(
          call ->
              same
                  + (line.isEmpty() || !call.quotes() ? "." : ": `" + call.cut(line) + "`.")
                  + call.quotedArguments(),
          same,
          "nothing new in the failures",
          Advice.onSession(
                  "The attempts differ, and their cause does not: find out what causes this error"
                      + " and change that first, or say what is missing and end your turn.",
                  "find the cause first",
                  "find out what causes this error")
              .withContinueIf("the next attempt differs in what matters"));
    }

    @Override
    public String toString() {
      return "StaleFailures[line of " + line.length() + " characters]";
    }
  }

  /** Failures of a program in each of its calls. */
  public record NeverWorked() implements Evidence {

    @Override
    public Words words(Finding finding) {
      String failed =
          "this program has failed in each of its %s calls, and nothing has changed since"
              .formatted(finding.count());
      return new Words(
          call -> call.cut(finding.tools()) + ": " + failed + "." + call.quotedArguments(),
          finding.tools() + ": a program failed in each of its " + finding.count() + " calls",
          "never succeeded",
          Advice.onCall(
              "Other arguments are unlikely to help: find out what it needs and change that first,"
                  + " use another program, or say what is missing and end your turn.",
              "find the cause first",
              "use another program to find out why it fails"));
    }
  }

  /**
   * Failures of different kinds.
   *
   * @param calls number of the tool's latest calls considered
   * @param reasons number of different failures among them
   */
  public record FailingTool(int calls, int reasons) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String failed = "failed in %s of its last %s calls".formatted(finding.count(), calls);
      return new Words(
          call ->
              "%s has %s%s.%s"
                  .formatted(
                      call.cut(finding.tools()),
                      failed,
                      reasons > 1 ? ", for more than one reason" : "",
                      call.quotedArguments()),
          finding.tools() + " " + failed,
          reasons > 1 ? "failures of different kinds" : "the same failure",
          Advice.onOutcome(
                  "Something more basic may be wrong than each of the errors says. Check what the"
                      + " tool needs, use another one, or say what is missing and end your turn.",
                  "check what the tool needs",
                  "use another tool than " + finding.shortTools() + " to find out why it fails")
              .withContinueIf("the next attempt differs in what matters"));
    }
  }
}
