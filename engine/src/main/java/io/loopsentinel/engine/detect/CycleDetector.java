package io.loopsentinel.engine.detect;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a block of calls that is repeated back to back.
 *
 * <p>With {@code progress: aware}, a block whose results change from copy to copy is real work.
 * With a configured ladder it is a finding at {@code threshold_with_progress} copies. A block that
 * polls a running task is left to {@link WaitingDetector}, unless a ladder is configured. A block
 * that contains a tool with a looser override must be repeated more often than the override allows
 * for the tool.
 */
public record CycleDetector(Settings settings, ToolRules rules) implements Detector {

  public static final String NAME = "cycle";

  /**
   * Maximum number of calls whose results are compared, enough for a loop of two calls with a
   * threshold of 500. Evicted results count as unchanged.
   */
  private static final int MAX_COMPARED = 1_024;

  /**
   * The section {@code detectors.cycle}.
   *
   * @param minPeriod calls in the shortest block, 1 to {@code maxPeriod}
   * @param maxPeriod calls in the longest block, at most 32
   * @param repetitions number of copies, back to back, that make a finding; at least 2
   */
  public record Settings(
      boolean enabled, int minPeriod, int maxPeriod, int repetitions, @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 2, 8, 3, null);

    public Settings {
      if (minPeriod < 1 || repetitions < 2) {
        throw new IllegalArgumentException(
            "expected a period from 1 and repetitions from 2, found %s and %s"
                .formatted(minPeriod, repetitions));
      }
    }
  }

  /**
   * For each period, the number of consecutive latest calls that equal the call one period earlier.
   *
   * <p>A sequence ends in {@code r} copies of a block of {@code p} calls if and only if this number
   * is at least {@code (r - 1) * p}. So one number finds the cycles of a period, even if the
   * history no longer contains their beginning. Immutable.
   */
  static final class PeriodCounts {

    static final PeriodCounts NONE = new PeriodCounts(new int[0]);

    /** By period, starting with period 1. */
    private final int[] counts;

    private PeriodCounts(int[] counts) {
      this.counts = counts;
    }

    /** Returns the counts after one more call, which is not yet in the history. */
    PeriodCounts with(Call next, CallHistory history, int maxPeriod) {
      int[] more = null;
      Iterator<Call> latestFirst = history.latestFirst();
      for (int i = 0; i < maxPeriod && latestFirst.hasNext(); i++) {
        if (latestFirst.next().isSameAs(next)) {
          more = more == null ? new int[maxPeriod] : more;
          more[i] = 1 + of(i + 1);
        }
      }
      return more == null ? NONE : new PeriodCounts(more);
    }

    int of(int period) {
      return period <= counts.length ? counts[period - 1] : 0;
    }

    /**
     * Returns the number of earlier copies of the block that the latest call repeats without a
     * break; the maximum over all periods.
     */
    int copiesBefore() {
      int copies = 0;
      for (int period = 1; period <= counts.length; period++) {
        copies = Math.max(copies, (of(period) + period - 1) / period);
      }
      return copies;
    }

    /**
     * Returns whether the latest block of a period consists of copies of a shorter block, so that
     * only the shorter period counts.
     */
    boolean repeatsShorterBlock(int period) {
      return IntStream.rangeClosed(1, period / 2)
          .filter(shorter -> period % shorter == 0)
          .anyMatch(shorter -> of(shorter) >= period - shorter);
    }
  }

  @Override
  public DetectorTraits traits() {
    return new DetectorTraits(requiredCalls(), settings.maxPeriod(), 0, 0, Set.of());
  }

  /** Returns the maximum number of calls to compare in the copies of a block. */
  private int requiredCalls() {
    long copies = Math.max(settings.repetitions(), rules.maxOverriddenThreshold() + 1L);
    long compared = Math.min(settings.maxPeriod() * copies, MAX_COMPARED);
    return (int) Math.max(compared, settings.maxPeriod());
  }

  /** Judges a call before it runs. Of several repeating blocks, it finds the shortest. */
  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    Finding found = session.foundCycle();
    if (found != null && isStepOf(found, call)) {
      return found;
    }
    PeriodCounts counts = session.periodsWith(call);
    for (int period = settings.minPeriod(); period <= settings.maxPeriod(); period++) {
      int matching = counts.of(period);
      if (matching / period + 1 >= settings.repetitions() && !counts.repeatsShorterBlock(period)) {
        Finding finding = judge(call, period, matching, session);
        if (finding != null) {
          return finding;
        }
      }
    }
    return null;
  }

  /** Returns whether a call is a step of a cycle, which a reload may have allowed since. */
  private boolean isStepOf(Finding cycle, Call call) {
    return cycle.evidence().steps().contains(call.fingerprint())
        && cycle.count() >= requiredCopies(cycle.cycle()).threshold();
  }

  /**
   * Judges the call that would complete a copy of a block.
   *
   * @param matching the number of consecutive calls that equal the call one period earlier
   */
  private @Nullable Finding judge(Call call, int period, int matching, SessionHistory session) {
    CallHistory calls = session.calls();
    int copies = matching / period + 1;
    List<Call> block = new ArrayList<>(calls.latest(period - 1));
    Collections.reverse(block);
    block.add(call);
    if (call.policy().limits().progress() == Progress.AWARE
        && !hasConfiguredLadder(call.policy())
        && WaitingDetector.isPollingBlock(call, calls.latest(period))) {
      return null;
    }
    List<String> tools = block.stream().map(Call::tool).toList();
    ToolRules.Threshold required = requiredCopies(tools);
    if (copies < required.threshold()) {
      return null;
    }
    Rounds rounds =
        call.policy().limits().progress() == Progress.IGNORE
            ? new Rounds(ResultMatch.NOT_COMPARED, 0, List.of())
            : compareResults(period, required.threshold(), matching, calls);
    if (rounds.results() == ResultMatch.CHANGING) {
      if (!hasConfiguredLadder(call.policy())) {
        return null;
      }
      int progressThreshold = call.policy().limits().thresholdWithProgress();
      if (progressThreshold == 0 || copies < progressThreshold) {
        return null;
      }
      if (progressThreshold >= required.threshold()) {
        required =
            new ToolRules.Threshold(
                progressThreshold, call.rule().setting("threshold_with_progress"));
      }
    }
    Finding finding =
        new Finding(
            new Finding.Loop(NAME, identity(block)),
            copies,
            required.threshold(),
            tools,
            new Rounds(
                rounds.results(),
                rounds.equalStreak(),
                block.stream().map(Call::fingerprint).toList()),
            required.setting());
    session.setFoundCycle(finding);
    return finding;
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
   * Compares the results of the latest copies, position by position, with the latest known result
   * of each position. The current call has no result yet, so an earlier copy of it is compared
   * instead, if there is one. Evicted results count as equal.
   */
  private static Rounds compareResults(int period, int copies, int matching, CallHistory calls) {
    @Nullable Call.Result[] references = new Call.Result[period];
    ResultMatch match = ResultMatch.UNSEEN;
    long inCopies = Math.min((long) copies * period, (long) matching + period - 1);
    int compared = (int) Math.min(inCopies, calls.size());
    int distance = 0;
    for (Call call : calls.latest(compared)) {
      distance++;
      Call.Result result = call.result();
      int position = distance % period;
      ResultMatch next = Call.Result.compare(references[position], result);
      if (next == ResultMatch.CHANGING) {
        return new Rounds(next, distance / period, List.of());
      }
      match = match.or(next);
      if (references[position] == null) {
        references[position] = result;
      }
    }
    return new Rounds(match, copies, List.of());
  }

  /**
   * Returns a fingerprint that does not depend on where the block starts: sums over neighbouring
   * pairs. The pairs distinguish the block from one with the same calls in a different order.
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
   * @param equalStreak number of latest copies without a new result
   */
  public record Rounds(ResultMatch results, int equalStreak, List<Fingerprint> steps)
      implements Evidence {

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
              "Do not repeat this sequence: use the results you already have, take a step that you"
                  + " have not taken yet, or answer with what you know.",
              "take a step not taken yet",
              "call a tool that is not part of this sequence"));
    }

    private static String round(Finding finding) {
      return "round " + Evidence.times(finding.count()) + " in a row";
    }
  }
}
