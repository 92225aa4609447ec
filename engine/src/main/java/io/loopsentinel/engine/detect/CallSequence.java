package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of all tools of a session, and how they repeat.
 *
 * <p>For each period, it counts how many of the latest calls were the same as the one a period
 * before them. A sequence ends in {@code r} copies of a block of {@code p} calls exactly where this
 * number is at least {@code (r - 1) * p}, so a cycle of any period is found by looking at one
 * number, and each call costs one comparison a period.
 *
 * <p>Most calls of most sessions repeat nothing. All numbers are 0 then, and the names of the tools
 * are not needed: a block that is found has been repeated at least once since. So there are no
 * arrays then, and else they are no longer than the longest period that repeats needs. Not
 * thread-safe: its session guards it.
 */
public abstract class CallSequence extends CallHistory {

  /**
   * By period, beginning with 1. In 16 bits, for nothing asks for more: a block of two calls that
   * is let pass 30,000 times is not looked for.
   */
  private char @Nullable [] matches;

  /** The names of the latest tools, the latest first: one less than the longest period. */
  private @Nullable String @Nullable [] tools;

  /**
   * Creates an empty sequence.
   *
   * @param session the key of the session
   * @param windowSize as of {@link CallHistory}
   * @param capacity as of {@link CallHistory}
   */
  protected CallSequence(Object session, int windowSize, int capacity) {
    super(session, windowSize, capacity);
  }

  /**
   * Records a call that is about to run.
   *
   * @param maxPeriod the longest period looked for, 0 where none is
   * @return its sequence number, for {@link #setResult}
   */
  public final long record(String tool, Identity identity, int maxPeriod) {
    int longest = Math.min(maxPeriod, length());
    while (longest > 0 && !isCounted(longest, identity)) {
      longest--;
    }
    countMatches(identity, longest);
    keepTool(tool, Math.max(0, longest - 1));
    return record(identity);
  }

  @Override
  public Runnable checkpoint(int calls) {
    Runnable back = super.checkpoint(calls);
    char @Nullable [] matchesThen = matches;
    @Nullable String @Nullable [] toolsThen = tools;
    return () -> {
      back.run();
      matches = matchesThen;
      tools = toolsThen;
    };
  }

  @Override
  protected void clear() {
    super.clear();
    matches = null;
    tools = null;
  }

  /**
   * Whether this call would end a block that is itself made of copies of a shorter one, and so
   * belongs to that one's period. It needs no count of its own: it ends where the shorter one ends.
   */
  final boolean isOfShorterBlocks(Identity identity, int period) {
    for (int shorter = 1; shorter <= period / 2; shorter++) {
      if (period % shorter == 0 && matchesWith(identity, shorter) >= period - shorter) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of a period as it would be if this call were the next. */
  final int matchesWith(Identity identity, int period) {
    if (length() < period || !isAgo(period, identity)) {
      return 0;
    }
    int before = matches != null && period <= matches.length ? matches[period - 1] : 0;
    return Math.min(before + 1, Character.MAX_VALUE);
  }

  /**
   * Returns the names of the latest tools, oldest first, as a list that can be added to.
   *
   * @param count how many, less than the number of latest calls that were each the same as one
   *     before
   */
  final List<String> latestTools(int count) {
    List<String> latest = new ArrayList<>(count + 1);
    for (int at = count - 1; at >= 0; at--) {
      String tool = tools == null || at >= tools.length ? null : tools[at];
      if (tool != null) {
        latest.add(tool);
      }
    }
    return latest;
  }

  private boolean isCounted(int period, Identity identity) {
    return isAgo(period, identity) && !isOfShorterBlocks(identity, period);
  }

  private void countMatches(Identity identity, int longest) {
    if (longest == 0) {
      matches = null;
      return;
    }
    char[] counted = new char[longest];
    for (int period = 1; period <= longest; period++) {
      counted[period - 1] = (char) matchesWith(identity, period);
    }
    matches = counted;
  }

  private void keepTool(String tool, int kept) {
    if (kept == 0) {
      tools = null;
      return;
    }
    @Nullable String[] latest = new String[kept];
    latest[0] = tool;
    int earlier = tools == null ? 0 : Math.min(tools.length, kept - 1);
    if (earlier > 0) {
      System.arraycopy(tools, 0, latest, 1, earlier);
    }
    tools = latest;
  }
}
