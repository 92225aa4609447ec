package io.loopsentinel.engine.detect;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a block of calls that is made again and again, back to back.
 *
 * <p>With {@code progress: aware}, a block whose results change from copy to copy is given {@code
 * threshold_with_progress} copies. One that asks for something that still runs is left to {@link
 * WaitingDetector}, where no ladder is configured. A block that holds a tool with a looser override
 * must be repeated more often than that tool may be.
 */
public record CycleDetector(Settings settings, ToolRules rules) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "cycle";

  /**
   * The most calls whose results are compared. It is enough for a loop of two calls that may be
   * made 500 times; beyond, what has been forgotten counts as unchanged.
   */
  private static final int MAX_COMPARED = 1_024;

  /**
   * The section {@code detectors.cycle}.
   *
   * @param minPeriod shortest block of calls, 1 to {@code maxPeriod}
   * @param maxPeriod longest block of calls, at most 32
   * @param repetitions how many copies of the block, back to back, are a finding; at least 2
   */
  public record Settings(
      boolean enabled, int minPeriod, int maxPeriod, int repetitions, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 2, 8, 3, null);
  }

  /**
   * For each period, how many of the latest calls without a break equalled the call a period
   * before.
   *
   * <p>A sequence ends in {@code r} copies of a block of {@code p} calls exactly where this number
   * is at least {@code (r - 1) * p}. So a cycle of any period is found by one number, also where
   * the history no longer holds its beginning. Immutable. The latest calls are given the latest
   * first.
   */
  static final class PeriodCounts {

    static final PeriodCounts NONE = new PeriodCounts(new int[0]);

    /** By period, beginning with 1. */
    private final int[] counts;

    private PeriodCounts(int[] counts) {
      this.counts = counts;
    }

    /** Returns the counts with one more call, which is not among the latest ones yet. */
    PeriodCounts with(Fingerprint next, List<Call> latest) {
      int[] more = new int[latest.size()];
      Arrays.setAll(more, i -> countWith(next, i + 1, latest));
      return Arrays.stream(more).allMatch(count -> count == 0) ? NONE : new PeriodCounts(more);
    }

    /** Returns the count of a period as it would be with one more call. */
    int countWith(Fingerprint next, int period, List<Call> latest) {
      if (latest.size() < period || !latest.get(period - 1).fingerprint().equals(next)) {
        return 0;
      }
      return 1 + (period <= counts.length ? counts[period - 1] : 0);
    }

    /**
     * Returns how often one more call was made before in a block that repeats without a break, once
     * for each copy.
     */
    int copiesBefore(Fingerprint next, List<Call> latest) {
      return IntStream.rangeClosed(1, latest.size())
          .map(period -> (countWith(next, period, latest) + period - 1) / period)
          .reduce(0, Math::max);
    }

    /**
     * Returns whether one more call would end a block that is itself made of copies of a shorter
     * one, and so belongs to the period of that.
     */
    boolean repeatsShorterBlock(Fingerprint next, int period, List<Call> latest) {
      return IntStream.rangeClosed(1, period / 2)
          .filter(shorter -> period % shorter == 0)
          .anyMatch(shorter -> countWith(next, shorter, latest) >= period - shorter);
    }
  }

  /** Returns as many as the copies of a block that may have to be compared. */
  @Override
  public int calls() {
    long copies = Math.max(settings.repetitions(), rules.maxOverriddenThreshold() + 1L);
    long compared = Math.min(settings.maxPeriod() * copies, MAX_COMPARED);
    return (int) Math.max(compared, settings.maxPeriod());
  }

  /** Judges a call before it runs; the shortest block that repeats is the one found. */
  @Override
  public @Nullable Finding beforeCall(Call call, SessionHistory session) {
    Fingerprint fingerprint = call.fingerprint();
    PeriodCounts counts = session.periods();
    CallHistory calls = session.calls();
    List<Call> latest = calls.latest(settings.maxPeriod());
    for (int period = settings.minPeriod(); period <= settings.maxPeriod(); period++) {
      int copies = counts.countWith(fingerprint, period, latest) / period + 1;
      if (copies >= settings.repetitions()
          && !counts.repeatsShorterBlock(fingerprint, period, latest)) {
        Finding finding = judge(call, period, copies, calls);
        if (finding != null) {
          return finding;
        }
      }
    }
    return null;
  }

  private @Nullable Finding judge(Call call, int period, int copies, CallHistory calls) {
    List<Call> block = new ArrayList<>(calls.latest(period - 1));
    Collections.reverse(block);
    block.add(call);
    if (call.policy().progress() == Progress.AWARE
        && !hasConfiguredLadder(call.policy())
        && calls.latest(period).stream().anyMatch(Call::isWaiting)) {
      return null;
    }
    List<String> tools = block.stream().map(Call::tool).toList();
    ToolRules.Threshold needed = requiredCopies(tools);
    if (copies < needed.threshold()) {
      return null;
    }
    Rounds rounds =
        call.policy().progress() == Progress.IGNORE
            ? new Rounds(ResultMatch.NOT_COMPARED, 0)
            : compareResults(period, needed.threshold(), calls);
    if (rounds.results() == ResultMatch.CHANGING) {
      int patience = call.policy().thresholdWithProgress();
      if (patience == 0 || copies < patience) {
        return null;
      }
      if (patience >= needed.threshold()) {
        needed = new ToolRules.Threshold(patience, call.rule().setting("threshold_with_progress"));
      }
    }
    return new Finding(
        new Finding.Loop(NAME, identity(block)),
        copies,
        needed.threshold(),
        tools,
        rounds,
        needed.setting());
  }

  private ToolRules.Threshold requiredCopies(List<String> tools) {
    int copies = settings.repetitions();
    String setting = "detectors.cycle.repetitions";
    for (String tool : tools) {
      int allowed = rules.overriddenThreshold(tool);
      if (allowed >= copies) {
        copies = allowed == ToolRules.UNLIMITED ? allowed : allowed + 1;
        setting = rules.of(tool).setting("threshold");
      }
    }
    return new ToolRules.Threshold(copies, setting);
  }

  /**
   * Compares the results of the latest copies, position by position, with the latest seen of each;
   * this call's own is not seen yet. What the history does not hold any more counts as equal.
   */
  private static Rounds compareResults(int period, int copies, CallHistory calls) {
    @Nullable Call.Result[] references = new Call.Result[period];
    ResultMatch match = ResultMatch.UNSEEN;
    int compared = (int) Math.min((long) copies * period - 1, calls.size());
    int distance = 0;
    for (Call call : calls.latest(compared)) {
      distance++;
      Call.Result result = call.result();
      int position = distance % period;
      ResultMatch next = Call.Result.compare(references[position], result);
      if (next == ResultMatch.CHANGING) {
        return new Rounds(next, distance / period);
      }
      match = match.or(next);
      if (references[position] == null) {
        references[position] = result;
      }
    }
    return new Rounds(match, copies);
  }

  /**
   * Returns what is the same wherever in the block one begins: sums over neighbouring pairs. The
   * pairs tell a block from another of the same calls in another order.
   */
  private static Fingerprint identity(List<Call> block) {
    Hasher64 hasher = Hashing.komihash5_0();
    long sum = 0;
    long sumOfHashes = 0;
    for (int i = 0; i < block.size(); i++) {
      long call = block.get(i).fingerprint().a();
      long next = block.get((i + 1) % block.size()).fingerprint().a();
      long pair = hasher.hashLongLongToLong(call, next);
      sum += pair;
      sumOfHashes += hasher.hashLongLongToLong(pair, pair);
    }
    return new Fingerprint(sum, sumOfHashes, 0, block.size());
  }

  /**
   * Copies of a block.
   *
   * @param equalStreak how many of the latest brought nothing new
   */
  public record Rounds(ResultMatch results, int equalStreak) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String added = results.clause(equalStreak, finding.threshold());
      return new Words(
          call ->
              "With this call, %s have come %s%s."
                      .formatted(
                          call.cut(finding.numberedTools()),
                          round(finding),
                          call.quotes() ? added : results.briefClause())
                  + call.quotedArguments(),
          finding.tools() + " came " + round(finding),
          results.phrase(),
          Advice.onCall(
              "Do not go round once more: use the results you already have, take a step that you"
                  + " have not taken yet, or answer with what you know.",
              "take a step not taken yet",
              "call a tool that is not part of this round"));
    }

    private static String round(Finding finding) {
      return "round " + Evidence.times(finding.count()) + " in a row";
    }
  }
}
