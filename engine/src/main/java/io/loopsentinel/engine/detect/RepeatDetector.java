package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds a call that already stands too often among the last ones of its history.
 *
 * <p>With {@code progress: aware}, calls whose results keep changing are given more room: either
 * the trailing run of equal results reaches {@code threshold}, or all of them together reach {@code
 * threshold_with_progress}, of which the model is only warned. A result not seen counts as the
 * same. Results that only toggle between two are equal ones, given twice the room. Acknowledgements
 * do not count as equal results while other calls bring something new, for then they serve those.
 * What asks for something that still runs is left to {@link WaitingDetector}, where no ladder is
 * configured.
 */
public record RepeatDetector(Settings settings) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "repeat";

  /** A longer run of equal results is told as one of this length: counting on would cost time. */
  private static final int MAX_COMPARED = 100;

  /**
   * The section {@code detectors.repeat}; its thresholds are those of the tool.
   *
   * @param consecutive whether only an unbroken row of the same call counts
   */
  public record Settings(boolean enabled, boolean consecutive, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, false, null);
  }

  @Override
  public @Nullable Finding beforeCall(Call call, SessionHistory session) {
    ToolPolicy policy = call.policy();
    int threshold = policy.threshold();
    if (threshold == 0) {
      return null;
    }
    CallHistory window = session.window(call);
    int row = window.streak(call.fingerprint());
    int count =
        settings.consecutive()
            ? Math.min(row, policy.windowSize())
            : window.count(call.fingerprint());
    int told =
        Math.max(count, settings.consecutive() ? row : Math.max(row, session.copiesBefore(call)));
    if (policy.progress() == Progress.IGNORE) {
      return count >= threshold ? finding(call, told, ResultMatch.NOT_COMPARED, 0) : null;
    }
    int patience = policy.thresholdWithProgress();
    boolean patienceEnds = patience > 0 && count >= patience;
    if (count < threshold && !patienceEnds) {
      return null;
    }
    int compared = Math.min(count, Math.max(threshold, MAX_COMPARED));
    List<Call> equal = window.equalCalls(call.fingerprint(), compared);
    if (!hasConfiguredLadder(policy) && WaitingDetector.isPolling(equal)) {
      return null;
    }
    EqualStreak run = EqualStreak.of(equal, threshold);
    if (run.length() >= threshold && !supportsProgress(run, equal, session)) {
      return finding(call, told, run.match(), run.length());
    }
    return patienceEnds ? finding(call, told, ResultMatch.CHANGING, run.length()) : null;
  }

  /** A call that keeps bringing news may well be work, however often it is made. */
  @Override
  public Ladder defaultLadder(Finding finding) {
    return finding.results() == ResultMatch.CHANGING ? Ladder.WARN_ONLY : Ladder.STOP_AT_ONCE;
  }

  /** Returns whether calls that are only acknowledged serve others, which bring something new. */
  private static boolean supportsProgress(EqualStreak run, List<Call> equal, SessionHistory session) {
    Call latest = equal.get(0);
    return run.acknowledgements() >= latest.policy().threshold()
        && (session.calls().hasNewsFromOthers(latest.fingerprint())
            || session.calls().hasNewAnswerSince(latest));
  }

  private static Finding finding(Call call, int count, ResultMatch results, int equalInARow) {
    boolean progress = results == ResultMatch.CHANGING;
    ToolPolicy policy = call.policy();
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        count,
        progress ? policy.thresholdWithProgress() : policy.threshold(),
        List.of(call.tool()),
        new Repeats(results, equalInARow),
        call.rule().setting(progress ? "threshold_with_progress" : "threshold"));
  }

  /**
   * The trailing run of equal results among equal calls.
   *
   * @param length how many of the latest calls brought the same result
   * @param match how these results compare
   * @param acknowledgements how many of the latest calls, without a break, said no more than "done"
   */
  private record EqualStreak(int length, ResultMatch match, int acknowledgements) {

    static EqualStreak of(List<Call> latestFirst, int threshold) {
      EqualStreak equal = trailing(latestFirst, null);
      if (equal.length() >= threshold || equal.length() == latestFirst.size()) {
        return equal;
      }
      Call.Result other = latestFirst.get(equal.length()).result();
      EqualStreak toggling = trailing(latestFirst, Objects.requireNonNull(other));
      return toggling.length() >= 2 * threshold
          ? new EqualStreak(toggling.length(), ResultMatch.TOGGLING, toggling.acknowledgements())
          : equal;
    }

    /**
     * Returns the trailing run of results that are equal to the latest that is known.
     *
     * @param other another result that does not end it, if any
     */
    private static EqualStreak trailing(List<Call> latestFirst, Call.@Nullable Result other) {
      Call.Result reference = null;
      ResultMatch match = ResultMatch.UNSEEN;
      int acknowledgements = 0;
      int length = 0;
      for (Call call : latestFirst) {
        Call.Result result = call.result();
        ResultMatch next = Call.Result.compare(reference, result);
        boolean isOther =
            other != null && Call.Result.compare(other, result) != ResultMatch.CHANGING;
        if (next == ResultMatch.CHANGING && !isOther) {
          break;
        }
        match = isOther ? match : match.or(next);
        reference = reference == null ? result : reference;
        if (acknowledgements == length && (result == null || result.acknowledgement())) {
          acknowledgements++;
        }
        length++;
      }
      return new EqualStreak(length, match, acknowledgements);
    }
  }

  /**
   * Equal calls.
   *
   * @param equalStreak how many of the latest brought nothing new, counted up to 100 or the
   *     threshold
   */
  public record Repeats(ResultMatch results, int equalStreak) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String calls = Evidence.quantity(String.valueOf(finding.count()), "matching call");
      return new Words(
          call -> fact(finding, call),
          finding.tools() + " called again after " + calls,
          results.phrase(),
          Advice.onCall(
              (results == ResultMatch.CHANGING
                      ? "See what another one could add: "
                      : "Do not repeat it: ")
                  + "use the results you already have, change the arguments, use another tool, or"
                  + " answer with what you know.",
              "use the results that you have",
              "call " + finding.shortTools() + " with different arguments, or another tool"));
    }

    private String fact(Finding finding, DescribedCall call) {
      String arguments = call.shownArguments();
      return call.cut(finding.tools())
          + (call.dispatched() ? " has already run " : " was already asked for ")
          + Evidence.times(finding.count())
          + (arguments == null ? " with the same arguments" : " with the arguments " + arguments)
          + (call.quotes()
              ? results.clause(equalStreak, finding.count())
              : results.briefClause())
          + ".";
    }
  }
}
