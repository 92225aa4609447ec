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
 *
 * <p>Most calls of most sessions repeat nothing. All numbers are 0 then, and the names of the tools
 * are not needed: a block that is found has been repeated at least once since. So such sessions
 * share {@link #NONE}, and only one that is repeating itself has the 120 bytes of its own.
 */
public final class CycleState {

  /** The latest call was not the same as any before it, as far as is looked. Never changes. */
  public static final CycleState NONE = new CycleState(0);

  private final int[] matches;
  private final @Nullable String[] tools;
  private int next;

  private CycleState(int maxPeriod) {
    matches = new int[maxPeriod];
    tools = new String[maxPeriod];
  }

  /**
   * Takes in a call that is about to run; before it is recorded in the history.
   *
   * @param maxPeriod the longest period looked for, the same with all calls of a session
   * @return the state after the call; this one must not be used any more
   */
  public CycleState with(
      String tool, Fingerprint fingerprint, CallHistory sequence, int maxPeriod) {
    if (!sequence.isAmongLatest(fingerprint, maxPeriod)) {
      return NONE;
    }
    CycleState state = this == NONE ? new CycleState(maxPeriod) : this;
    state.record(tool, fingerprint, sequence);
    return state;
  }

  /** Returns one that stays as it is while this one goes on. */
  public CycleState copy() {
    if (this == NONE) {
      return NONE;
    }
    CycleState copy = new CycleState(matches.length);
    System.arraycopy(matches, 0, copy.matches, 0, matches.length);
    System.arraycopy(tools, 0, copy.tools, 0, tools.length);
    copy.next = next;
    return copy;
  }

  private void record(String tool, Fingerprint fingerprint, CallHistory sequence) {
    for (int period = 1; period <= matches.length; period++) {
      matches[period - 1] = matchesWith(fingerprint, period, sequence);
    }
    tools[next] = tool;
    next = (next + 1) % tools.length;
  }

  /** Returns the number of a period as it would be if this call were the next. */
  int matchesWith(Fingerprint fingerprint, int period, CallHistory sequence) {
    if (sequence.length() < period || !sequence.isAgo(period, fingerprint)) {
      return 0;
    }
    return this == NONE ? 1 : matches[period - 1] + 1;
  }

  /**
   * Returns the names of the latest tools, oldest first, as a list that can be added to.
   *
   * @param count how many, less than the number of latest calls that were each the same as one
   *     before
   */
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
