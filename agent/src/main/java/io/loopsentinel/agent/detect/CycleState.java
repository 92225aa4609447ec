package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link CycleDetector} remembers of a session beside its history.
 *
 * <p>For each period, how many of the latest calls were the same as the one a period before them. A
 * sequence ends in {@code r} copies of a block of {@code p} calls exactly where this number is at
 * least {@code (r - 1) * p}, so a cycle of any period is found by looking at one number, and each
 * call costs one comparison a period. Not thread-safe: its session guards it.
 */
public final class CycleState {

  private final int[] matches;
  private final @Nullable String[] tools;
  private int next;

  /**
   * Creates the state of a session without calls.
   *
   * @param maxPeriod the longest period looked for
   */
  public CycleState(int maxPeriod) {
    matches = new int[maxPeriod];
    tools = new String[maxPeriod];
  }

  /** Takes in a call that is about to run; before it is recorded in the history. */
  public void record(String tool, Fingerprint fingerprint, CallHistory sequence) {
    for (int period = 1; period <= matches.length; period++) {
      matches[period - 1] = matchesWith(fingerprint, period, sequence);
    }
    tools[next] = tool;
    next = (next + 1) % tools.length;
  }

  /** Returns the number of a period as it would be if this call were the next. */
  int matchesWith(Fingerprint fingerprint, int period, CallHistory sequence) {
    return sequence.length() >= period && sequence.isAgo(period, fingerprint)
        ? matches[period - 1] + 1
        : 0;
  }

  /** Returns the names of the latest tools, oldest first, as a list that can be added to. */
  List<String> latestTools(int count) {
    List<String> latest = new ArrayList<>(count + 1);
    for (int distance = count; distance >= 1; distance--) {
      String tool = tools[Math.floorMod(next - distance, tools.length)];
      if (tool != null) {
        latest.add(tool);
      }
    }
    return latest;
  }
}
