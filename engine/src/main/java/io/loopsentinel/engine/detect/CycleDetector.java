package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Identity;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Progress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a block of calls that is made again and again, back to back.
 *
 * <p>With {@code progress: aware}, a block whose results change from copy to copy is given {@code
 * threshold_with_progress} copies. A block that holds a tool with a looser override must be
 * repeated more often than that tool may be.
 *
 * <p>Stateless and thread-safe.
 */
public final class CycleDetector {

  private static final String REPETITIONS = "detectors.cycle.repetitions";

  private final DetectorSettings.Cycle settings;
  private final OverrideThresholds overrides;

  /** Creates a detector. */
  public CycleDetector(DetectorSettings.Cycle settings, OverrideThresholds overrides) {
    this.settings = settings;
    this.overrides = overrides;
  }

  /**
   * Judges a call before it runs; the shortest block that repeats is the one found.
   *
   * @param sequence the calls of all tools that ran before it
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(Call call, CallSequence sequence) {
    if (!settings.enabled()) {
      return null;
    }
    Identity identity = call.identity();
    for (int period = settings.minPeriod(); period <= settings.maxPeriod(); period++) {
      int copies = sequence.matchesWith(identity, period) / period + 1;
      if (copies >= settings.repetitions() && !sequence.isOfShorterBlocks(identity, period)) {
        Finding finding = judge(call, period, copies, sequence);
        if (finding != null) {
          return finding;
        }
      }
    }
    return null;
  }

  private @Nullable Finding judge(Call call, int period, int copies, CallSequence sequence) {
    List<String> tools = sequence.latestTools(period - 1);
    tools.add(call.tool());
    Need need = need(tools);
    if (copies < need.copies()) {
      return null;
    }
    LoopIdentity loop =
        new LoopIdentity(DetectorKind.CYCLE, turnFree(call.identity(), period, sequence));
    Evidence.Results results =
        call.policy().progress() == Progress.IGNORE
            ? new Evidence.Results(ResultMatch.NOT_COMPARED, 0)
            : equalCopies(period, need.copies(), sequence);
    if (results.match() != ResultMatch.CHANGING) {
      return new Finding(loop, copies, need.copies(), tools, results, need.setting());
    }
    int patience = call.policy().thresholdWithProgress();
    if (patience == 0 || copies < Math.max(need.copies(), patience)) {
      return null;
    }
    return patience < need.copies()
        ? new Finding(loop, copies, need.copies(), tools, results, need.setting())
        : new Finding(
            loop, copies, patience, tools, results, call.setting("threshold_with_progress"));
  }

  /** How many copies of a block are a finding, and which setting says so. */
  private record Need(int copies, String setting) {}

  private Need need(List<String> tools) {
    Need need = new Need(settings.repetitions(), REPETITIONS);
    for (String tool : tools) {
      int allowed = overrides.threshold(tool);
      if (allowed >= need.copies()) {
        int more = allowed == OverrideThresholds.UNLIMITED ? allowed : allowed + 1;
        need = new Need(more, overrides.setting(tool));
      }
    }
    return need;
  }

  /**
   * Compares the results of the latest copies, place by place, with the latest seen of each place;
   * this call's own is not seen yet. What the history does not hold any more counts as equal.
   */
  private static Evidence.Results equalCopies(int period, int copies, CallSequence sequence) {
    long[] references = new long[period];
    ResultMatch match = ResultMatch.UNSEEN;
    int calls = (int) Math.min((long) copies * period - 1, sequence.length());
    for (int distance = 1; distance <= calls; distance++) {
      long result = sequence.resultAgo(distance);
      int place = distance % period;
      ResultMatch next = ResultHash.compare(references[place], result);
      if (next == ResultMatch.CHANGING) {
        return new Evidence.Results(next, distance / period);
      }
      match = match.or(next);
      if (references[place] == ResultHash.UNSEEN) {
        references[place] = result;
      }
    }
    return new Evidence.Results(match, copies);
  }

  /**
   * Returns what is the same wherever in the block one begins: a sum over neighbouring pairs. The
   * pairs keep a block apart from another of the same calls in another order.
   */
  private static Fingerprint turnFree(Identity last, int period, CallSequence sequence) {
    long sum = 0;
    long mixedSum = 0;
    long before = last.a();
    for (int distance = period - 1; distance >= 0; distance--) {
      long next = distance == 0 ? last.a() : sequence.beginningAgo(distance);
      long pair = Mixing.mixed(before + Long.rotateLeft(next, 32));
      sum += pair;
      mixedSum += Mixing.mixed(pair);
      before = next;
    }
    return new Fingerprint(sum, mixedSum, Mixing.mixed(sum ^ mixedSum), period);
  }
}
