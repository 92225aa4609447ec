package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.config.DetectorSettings;
import io.loopsentinel.agent.config.Progress;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.List;
import java.util.function.ToIntFunction;
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

  private final DetectorSettings.Cycle settings;
  private final ToIntFunction<String> overrideThreshold;

  /**
   * Creates a detector.
   *
   * @param overrideThreshold the threshold of a tool that has an override, 0 for others
   */
  public CycleDetector(DetectorSettings.Cycle settings, ToIntFunction<String> overrideThreshold) {
    this.settings = settings;
    this.overrideThreshold = overrideThreshold;
  }

  /**
   * Judges a call before it runs; the shortest block that repeats is the one found.
   *
   * @param history the calls of all tools that ran before it
   * @param policy how the tool of this call is judged
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(
      String tool,
      Fingerprint fingerprint,
      CallHistory history,
      CycleState state,
      ToolPolicy policy) {
    if (!settings.enabled()) {
      return null;
    }
    for (int period = settings.minPeriod(); period <= settings.maxPeriod(); period++) {
      int matches = state.matchesWith(fingerprint, period, history);
      if (matches >= (settings.repetitions() - 1) * period
          && !isShorterBlock(fingerprint, period, history, state)) {
        Finding finding = judge(tool, fingerprint, period, matches, history, state, policy);
        if (finding != null) {
          return finding;
        }
      }
    }
    return null;
  }

  private @Nullable Finding judge(
      String tool,
      Fingerprint fingerprint,
      int period,
      int matches,
      CallHistory history,
      CycleState state,
      ToolPolicy policy) {
    List<String> tools = state.latestTools(period - 1);
    tools.add(tool);
    int repetitions = repetitions(tools);
    ResultMatch results = ResultMatch.NOT_COMPARED;
    if (policy.progress() == Progress.AWARE) {
      results = compareResults(period, (settings.repetitions() - 1) * period, history);
      if (results == ResultMatch.CHANGING) {
        if (policy.thresholdWithProgress() == 0) {
          return null;
        }
        repetitions = Math.max(repetitions, policy.thresholdWithProgress());
      }
    }
    int copies = matches / period + 1;
    return copies < repetitions
        ? null
        : new Finding(
            new LoopIdentity(DetectorKind.CYCLE, turnFree(fingerprint, period, history)),
            copies,
            repetitions,
            tools,
            results,
            results == ResultMatch.CHANGING
                ? "threshold_with_progress"
                : "detectors.cycle.repetitions");
  }

  /** A block that is itself made of copies of a shorter one belongs to that one's period. */
  private boolean isShorterBlock(
      Fingerprint fingerprint, int period, CallHistory history, CycleState state) {
    for (int shorter = 1; shorter <= period / 2; shorter++) {
      if (period % shorter == 0
          && state.matchesWith(fingerprint, shorter, history) >= period - shorter) {
        return true;
      }
    }
    return false;
  }

  private int repetitions(List<String> tools) {
    int repetitions = settings.repetitions();
    for (String tool : tools) {
      repetitions = Math.max(repetitions, overrideThreshold.applyAsInt(tool) + 1);
    }
    return repetitions;
  }

  /**
   * Compares each of the latest results, this call's not yet seen, with the one a period before.
   */
  private static ResultMatch compareResults(int period, int matches, CallHistory history) {
    ResultMatch match = ResultMatch.UNSEEN;
    for (int distance = 1; distance < matches; distance++) {
      ResultMatch next =
          ResultHash.compare(history.resultAgo(distance), history.resultAgo(distance + period));
      if (next == ResultMatch.CHANGING) {
        return ResultMatch.CHANGING;
      }
      if (next != ResultMatch.UNSEEN && match != ResultMatch.EQUAL_NORMALISED) {
        match = next;
      }
    }
    return match;
  }

  /**
   * Returns what is the same wherever in the block one begins: a sum over neighbouring pairs. The
   * pairs keep a block apart from another of the same calls in another order.
   */
  private static Fingerprint turnFree(Fingerprint last, int period, CallHistory history) {
    long a = 0;
    long b = 0;
    long c = 0;
    Fingerprint before = last;
    for (int distance = period - 1; distance >= 0; distance--) {
      Fingerprint next = distance == 0 ? last : history.ago(distance);
      a += mixed(before.a() + Long.rotateLeft(next.b(), 32));
      b += mixed(before.b() + Long.rotateLeft(next.c(), 32));
      c += mixed(before.c() + Long.rotateLeft(next.a(), 32));
      before = next;
    }
    return new Fingerprint(a, b, c, period);
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  private static long mixed(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
