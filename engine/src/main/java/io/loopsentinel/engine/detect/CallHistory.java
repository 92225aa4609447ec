package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import org.jspecify.annotations.Nullable;

/**
 * The last calls that ran, and how often each of them stands in the window that is counted in.
 *
 * <p>A short history is searched from end to end, which is faster than any index; one that has
 * grown long keeps a {@link FingerprintIndex}, so that its size does not show in the cost of a
 * call. Not thread-safe: its session guards it.
 */
public class CallHistory extends CallRing {

  /** From here on an index pays; below, the whole history fits into a few cache lines. */
  private static final int INDEXED_FROM = 64;

  private static final int NONE = -1;

  private final int windowSize;
  private int row;
  private @Nullable FingerprintIndex index;

  /**
   * Creates an empty history.
   *
   * @param windowSize how many calls are kept, at least 1
   */
  public CallHistory(int windowSize) {
    this(windowSize, windowSize);
  }

  /**
   * Creates an empty history that remembers more than the window that is counted in.
   *
   * @param windowSize how many calls {@link #count} and the like look at, at least 1
   * @param capacity how many calls {@link #isAgo} can look back at
   */
  public CallHistory(int windowSize, int capacity) {
    this(null, windowSize, capacity);
  }

  /** As above; {@code owner} as of {@link CallRecords}. */
  CallHistory(@Nullable Object owner, int windowSize, int capacity) {
    super(owner, Math.max(windowSize, capacity));
    this.windowSize = windowSize;
  }

  /**
   * Whether a call may stand among the latest ones: false only where it surely does not.
   *
   * <p>Most calls repeat nothing. To look for one once takes as long as two of the some thirty
   * comparisons by which the detectors and {@link CallSequence#record} would find that out.
   *
   * @param calls how many of them are looked at; a history that is indexed is not searched
   */
  public final boolean mayHold(Identity identity, int calls) {
    return index != null || isAmongLatest(identity, calls);
  }

  /** Returns how often a call stands in the window. */
  final int count(Identity identity) {
    if (index != null) {
      return index.count(identity);
    }
    int count = 0;
    for (int distance = size(); distance >= 1; distance--) {
      if (isAgo(distance, identity)) {
        count++;
      }
    }
    return count;
  }

  /** Returns how many of the latest calls, without a break, were this one. */
  final int unbrokenRow(Identity identity) {
    boolean isLatest = recorded() > 0 && isAgo(1, identity);
    return isLatest ? Math.min(row, windowSize) : 0;
  }

  /**
   * Returns the trailing run of equal results among the calls of a fingerprint.
   *
   * @param limit where counting ends
   */
  final Repetition equalResults(Identity identity, int limit) {
    Repetition.Counter run = new Repetition.Counter();
    int slot = latest(identity);
    for (int left = Math.min(count(identity), limit); left > 0; left--) {
      if (!run.add(resultAt(slot))) {
        break;
      }
      slot = left > 1 ? previous(slot, identity) : NONE;
    }
    return run.result();
  }

  /**
   * Appends a call that is about to run; its result is not seen yet.
   *
   * @return its sequence number, for {@link #setResult}
   */
  public final long record(Identity identity) {
    row = unbrokenRow(identity) + 1;
    if (index != null && recorded() >= windowSize) {
      index.removeOldest(slotAgo(windowSize));
    }
    addToIndex(append(identity));
    return recorded() - 1;
  }

  /**
   * Notes where the history stands, so that calls that do not run after all can be taken back.
   *
   * @param calls how many will be recorded until then at most
   * @return what goes back there
   */
  @Override
  public Runnable checkpoint(int calls) {
    long recordedThen = recorded();
    int rowThen = row;
    Runnable back = super.checkpoint(calls);
    return () -> {
      if (recorded() != recordedThen) {
        back.run();
        row = rowThen;
        // Rare, and simpler than to take each key back.
        index = size() > INDEXED_FROM ? indexOfAll() : null;
      }
    };
  }

  @Override
  protected void clear() {
    super.clear();
    row = 0;
    index = null;
  }

  /** Returns how many calls stand in the window by now. */
  final int size() {
    return Math.min(length(), windowSize);
  }

  private void addToIndex(int slot) {
    if (index != null) {
      index.add(slot);
    } else if (size() > INDEXED_FROM) {
      index = indexOfAll();
    }
  }

  private FingerprintIndex indexOfAll() {
    FingerprintIndex all = new FingerprintIndex(this);
    for (int distance = size(); distance >= 1; distance--) {
      all.add(slotAgo(distance));
    }
    return all;
  }

  private int latest(Identity identity) {
    return index != null ? index.latest(identity) : searchBackwards(1, identity);
  }

  private int previous(int slot, Identity identity) {
    return index != null ? index.previous(slot) : searchBackwards(distance(slot) + 1, identity);
  }

  private int searchBackwards(int from, Identity identity) {
    for (int distance = from; distance <= size(); distance++) {
      if (isAgo(distance, identity)) {
        return slotAgo(distance);
      }
    }
    return NONE;
  }
}
