package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a call that keeps asking for something that still runs, or that waits, while nothing
 * changes. A call waits if it does so by itself, or if it begins a while after the equal call
 * before, with nothing else in between.
 *
 * <p>Polling is legitimate, so it only causes warnings. A result that differs from the previous
 * one, or news from another call, restarts the streak.
 */
public record WaitingDetector(Settings settings, ToolRules rules) implements Detector {

  public static final String NAME = "waiting";

  /** A shorter pause is that of a model that asks again at once. */
  private static final long MIN_PAUSE_MILLIS = 5_000;

  /** Number of unchanged answers from which a call that does not pause is stopped. */
  private static final int MIN_HURRIED = 30;

  /** Number of them from which the run is ended, because hints did not help. */
  private static final int MAX_HURRIED = 60;

  private static final String PATIENCE_SETTING = "detectors.waiting.patience";

  /**
   * The section {@code detectors.waiting}.
   *
   * @param patience number of consecutive unchanged answers, and each multiple of it, that causes a
   *     warning; at least 1
   * @param spacingSeconds time between two equal calls from which the second one waits, if the
   *     session did nothing else
   */
  public record Settings(
      boolean enabled, int patience, int spacingSeconds, @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 10, 60, null);
  }

  /**
   * Returns whether a call waits: by itself, or for something that still runs. A call that failed
   * the last time does not wait, however slow it is, unless it sleeps.
   *
   * @param latestFirst any number of equal calls before it, the latest first
   */
  static boolean isPolling(Call call, List<Call> latestFirst) {
    return latestFirst.stream()
        .filter(earlier -> earlier.result() != null)
        .findFirst()
        .filter(
            latest ->
                latest.isWaiting()
                    || (call.isPatient() && (call.form().waits() || !latest.hasFailed())))
        .isPresent();
  }

  /**
   * Returns whether a call waits longer each time, even if it fails: the session did nothing else,
   * none of the last three pauses was shorter than the one before, and the latest was twice as long
   * as the first, and at least five seconds.
   */
  public static boolean isBackingOff(Call call, CallHistory calls) {
    List<Call> latestFirst = calls.latest(3);
    if (latestFirst.size() < 3 || !latestFirst.stream().allMatch(call::isSameAs)) {
      return false;
    }
    long latest = call.pauseAfter(latestFirst.get(0));
    long before = latestFirst.get(0).pauseAfter(latestFirst.get(1));
    long first = latestFirst.get(1).pauseAfter(latestFirst.get(2));
    return first > 0
        && before >= first
        && latest >= before
        && latest >= Math.max(2 * first, MIN_PAUSE_MILLIS);
  }

  /**
   * Returns whether a block of calls asks for something that still runs, or consists of waiting.
   *
   * @param before as many calls as the block has, before {@code call}
   */
  static boolean isPollingBlock(Call call, List<Call> before) {
    return before.stream().anyMatch(Call::isWaiting)
        || (call.isPatient()
            && before.stream().limit(before.size() - 1L).allMatch(Call::isPatient));
  }

  /** Only warns about calls that leave time between them; refuses others before it aborts. */
  @Override
  public Ladder defaultLadder(Finding finding) {
    if (!(finding.evidence() instanceof Unchanged unchanged) || !unchanged.hurried()) {
      return Ladder.WARN_ONLY;
    }
    boolean wasRefused = finding.count() - finding.threshold() >= MIN_HURRIED;
    return Ladder.of(wasRefused && finding.count() >= MAX_HURRIED ? Action.ABORT : Action.HINT);
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(CallHistory.MAX_SCANNED);
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (outcome.kind() != Outcome.Kind.WAITING && !call.isPatient()) {
      return null;
    }
    List<Call> equal = unchanged(call, session.calls().latest(CallHistory.MAX_SCANNED));
    int unchanged = equal.size();
    ToolRules.Threshold allowed = rules.looser(call.tool(), settings.patience(), PATIENCE_SETTING);
    if (unchanged % allowed.threshold() != 0) {
      return null;
    }
    boolean hurries =
        unchanged >= MIN_HURRIED
            && !call.isPatient()
            && call.pauseAfter(equal.get(unchanged - 1)) < unchanged * MIN_PAUSE_MILLIS;
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        unchanged,
        allowed.threshold(),
        List.of(call.tool()),
        new Unchanged(hurries),
        allowed.setting());
  }

  /**
   * Returns the latest equal calls with the same answer and no news in between. A call that is only
   * acknowledged may wait for any other, which ends the streak.
   */
  private static List<Call> unchanged(Call call, List<Call> latestFirst) {
    List<Call> equal = new ArrayList<>();
    for (Call earlier : latestFirst) {
      if (earlier.isSameAs(call)) {
        if (call.hasChangedSince(earlier)) {
          break;
        }
        equal.add(earlier);
      } else if (call.isAcknowledged() || (earlier.hasNews() && !earlier.isAcknowledged())) {
        break;
      }
    }
    return equal;
  }

  /**
   * Unchanged answers to a call that waits.
   *
   * @param hurried whether there are many, less than five seconds apart on average
   */
  public record Unchanged(boolean hurried) implements Evidence {

    @Override
    public ResultMatch results() {
      return ResultMatch.EQUAL_NORMALISED;
    }

    @Override
    public Words words(Finding finding) {
      String same =
          "said %s running that something is under way, and nothing moved"
              .formatted(Evidence.times(finding.count()));
      return new Words(
          call -> call.cut(finding.tools()) + " " + same + "." + call.quotedArguments(),
          finding.tools() + " " + same,
          "unchanged while waiting",
          Advice.onSession(
                  "Wait longer before you ask again. If it may hang, find out whether it still"
                      + " does anything, or say what you wait for and end your turn.",
                  "find out whether it hangs",
                  "find out whether it still does anything")
              .withContinueIf("it needs its time"));
    }
  }
}
