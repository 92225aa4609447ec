package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds a call that was already made too often among the latest calls of its history.
 *
 * <p>With {@code progress: aware}, calls whose results keep changing may be made more often: either
 * the trailing streak of equal results reaches {@code threshold}, or all calls together reach
 * {@code threshold_with_progress}, about which the model is only warned. An unseen result counts as
 * equal. A result that has changed by itself after the second call varies, so that a streak needs
 * twice the length. Results that mostly alternate between two values count as equal, with twice the
 * threshold. Results that differ only in the number of what was made say that the same was done
 * again: consecutive ones are warned about at {@code threshold} and found at twice that.
 *
 * <p>Unless a ladder is configured, only calls since the last news from another call count, and a
 * call that asks for something that still runs is left to {@link WaitingDetector}.
 */
public record RepeatDetector(Settings settings) implements Detector {

  public static final String NAME = "repeat";

  /** Maximum number of results compared, to save time; longer streaks are reported as this long. */
  private static final int MAX_COMPARED = 100;

  /**
   * The section {@code detectors.repeat}; its thresholds are those of the tool.
   *
   * @param consecutive whether only consecutive equal calls count
   * @param perResponse number of equal calls of one model response above which the model is warned;
   *     0 switches this off
   */
  public record Settings(
      boolean enabled, boolean consecutive, int perResponse, @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, false, 10, null);
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(0, DetectorTraits.Flag.JUDGES_DUPLICATES);
  }

  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    ToolPolicy policy = call.policy();
    if (call.copies() > 0) {
      return call.copies() == settings.perResponse() ? ofOneResponse(call) : null;
    }
    int threshold = policy.limits().threshold();
    if (threshold == 0) {
      return null;
    }
    CallHistory window = session.window(call);
    int streak = window.streak(call.fingerprint());
    int count =
        settings.consecutive()
            ? Math.min(streak, policy.limits().windowSize())
            : window.count(call.fingerprint());
    boolean ignoresProgress = policy.limits().progress() == Progress.IGNORE;
    int progressThreshold = ignoresProgress ? 0 : policy.limits().thresholdWithProgress();
    boolean reachesProgressThreshold = progressThreshold > 0 && count >= progressThreshold;
    if (count < threshold && !reachesProgressThreshold) {
      return null;
    }
    int copies = settings.consecutive() ? 0 : session.periodsWith(call).copiesBefore();
    int total = Math.max(count, Math.max(streak, copies));
    if (ignoresProgress) {
      return finding(call, total, ResultMatch.NOT_COMPARED, 0);
    }
    int compared = Math.min(count, Math.max(threshold, MAX_COMPARED));
    List<Call> equal = window.equalCalls(call.fingerprint(), compared);
    boolean isStrict = hasConfiguredLadder(policy);
    if (!isStrict
        && (WaitingDetector.isPolling(call, equal)
            || WaitingDetector.isBackingOff(call, session.calls()))) {
      return null;
    }
    List<Call> since = isStrict ? equal : session.calls().sinceNewsOfOthers(equal);
    boolean varies = !isStrict && varies(since);
    int required = varies ? 2 * threshold : threshold;
    EqualStreak trailing = EqualStreak.of(since, required, threshold);
    boolean isDoneAgain =
        !isStrict
            && (trailing.length() < threshold
                || trailing.match() == ResultMatch.EQUAL_NORMALISED
                || trailing.match() == ResultMatch.NOTHING_NEW);
    int done = isDoneAgain ? acknowledged(call, session.calls()) : 0;
    if (done >= threshold) {
      return done == threshold || done >= 2 * threshold
          ? finding(call, total, ResultMatch.ACKNOWLEDGED, done)
          : null;
    }
    if (trailing.length() >= required && !supportsProgress(trailing, call, session)) {
      return finding(call, total, trailing.match(), trailing.length());
    }
    boolean isDue = reachesProgressThreshold && (isStrict || total % progressThreshold == 0);
    return isDue ? finding(call, total, ResultMatch.CHANGING, trailing.length()) : null;
  }

  /**
   * Only warns about changing results, because a call that keeps bringing news may be real work;
   * about equal calls of one response, because the model could not read the first result; and about
   * the same done again, until there are twice as many as of equal results.
   */
  @Override
  public Ladder defaultLadder(Finding finding) {
    boolean warns =
        finding.results() == ResultMatch.CHANGING
            || finding.evidence() instanceof Copies
            || (finding.evidence() instanceof Repeats repeats
                && repeats.results() == ResultMatch.ACKNOWLEDGED
                && repeats.equalStreak() < 2 * finding.threshold());
    return warns ? Ladder.WARN_ONLY : Ladder.STOP_AT_ONCE;
  }

  /** Returns the number of consecutive calls that did the same, whatever number it was given. */
  private static int acknowledged(Call call, CallHistory calls) {
    List<Call> equal = calls.latest(calls.streak(call.fingerprint()));
    Call.Result latest = equal.isEmpty() ? null : equal.get(0).result();
    int count = 0;
    for (Call earlier : equal) {
      Call.Result result = earlier.result();
      if (latest == null || result == null || !result.isReceiptLike(latest)) {
        break;
      }
      count++;
    }
    return count;
  }

  /** Returns how often the result of equal calls changed. */
  private static int countChanges(List<Call> latestFirst) {
    int changes = 0;
    for (int i = 1; i < latestFirst.size(); i++) {
      changes += latestFirst.get(i - 1).hasChangedSince(latestFirst.get(i)) ? 1 : 0;
    }
    return changes;
  }

  /** Returns whether the result changed a second time, or after it had stood still. */
  private static boolean varies(List<Call> latestFirst) {
    int size = latestFirst.size();
    return size > 1 && countChanges(latestFirst.subList(0, size - 1)) > 0;
  }

  private Finding ofOneResponse(Call call) {
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        call.copies(),
        settings.perResponse(),
        List.of(call.tool()),
        new Copies(),
        "detectors.repeat.per_response");
  }

  /** Returns whether the acknowledged calls serve other calls whose results change. */
  private static boolean supportsProgress(EqualStreak trailing, Call call, SessionHistory session) {
    return trailing.acknowledgements() >= call.policy().limits().threshold()
        && session.calls().hasNewsFromOthers(call.fingerprint());
  }

  private static Finding finding(Call call, int count, ResultMatch results, int equalStreak) {
    boolean progress = results == ResultMatch.CHANGING;
    ToolPolicy policy = call.policy();
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        count,
        progress ? policy.limits().thresholdWithProgress() : policy.limits().threshold(),
        List.of(call.tool()),
        new Repeats(results, equalStreak),
        call.rule().setting(progress ? "threshold_with_progress" : "threshold"));
  }

  /**
   * The trailing streak of equal results among equal calls.
   *
   * @param length number of latest calls with the same result
   * @param acknowledgements number of consecutive latest calls that were only acknowledged
   */
  private record EqualStreak(int length, ResultMatch match, int acknowledgements) {

    static EqualStreak of(List<Call> latestFirst, int required, int threshold) {
      EqualStreak equal = trailing(latestFirst, null);
      if (equal.length() >= required || equal.length() == latestFirst.size()) {
        return equal;
      }
      Call.Result other = latestFirst.get(equal.length()).result();
      EqualStreak toggling = trailing(latestFirst, Objects.requireNonNull(other));
      boolean alternates =
          toggling.length() >= 2 * threshold
              && countChanges(latestFirst.subList(0, 2 * threshold)) == 2 * threshold - 1;
      return alternates
          ? new EqualStreak(toggling.length(), ResultMatch.TOGGLING, toggling.acknowledgements())
          : equal;
    }

    /**
     * Returns the trailing streak of results that equal the latest known one.
     *
     * @param other another result that does not end the streak; {@code null} if there is none
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
        if (acknowledgements == length && (result == null || result.isAcknowledgement())) {
          acknowledgements++;
        }
        length++;
      }
      return new EqualStreak(length, match, acknowledgements);
    }
  }

  /** Equal calls of one model response. */
  public record Copies() implements Evidence {

    @Override
    public Words words(Finding finding) {
      String requested =
          "was already requested %s in this response".formatted(Evidence.times(finding.count()));
      return new Words(
          call ->
              "%s %s, with the same arguments.%s"
                  .formatted(call.cut(finding.tools()), requested, call.quotedArguments()),
          finding.tools() + " " + requested,
          "equal calls of one response",
          Advice.onCall(
              "Request each call once, and read its result before you request it again.",
              "request each call once",
              "call " + finding.shortTools() + " with different arguments, or another tool"));
    }
  }

  /**
   * Equal calls.
   *
   * @param equalStreak number of latest calls that brought nothing new, counted up to 100 or the
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
          + (call.quotes() ? results.clause(equalStreak, finding.count()) : results.briefClause())
          + ".";
    }
  }
}
