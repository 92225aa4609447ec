package io.loopsentinel.agent.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets so many lines through in a minute, and counts the others. Thread-safe. */
public final class LineLimit {

  static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final int mostAboutOne;
  private final int mostInAll;
  private final LongSupplier nanoTime;
  private final Map<Object, Integer> written = new HashMap<>();
  private int writtenInAll;
  private long keptBack;
  private long minuteEnds;

  /**
   * Creates a limit.
   *
   * @param mostAboutOne lines about the same
   * @param mostInAll lines about anything, which also bounds what is remembered
   */
  public LineLimit(int mostAboutOne, int mostInAll, LongSupplier nanoTime) {
    this.mostAboutOne = mostAboutOne;
    this.mostInAll = mostInAll;
    this.nanoTime = nanoTime;
    this.minuteEnds = nanoTime.getAsLong();
  }

  /**
   * Decides upon a line about something, which is compared by equality.
   *
   * @return how many were kept back in a minute that is over, to be told of first; empty: the line
   *     is not to be written
   */
  public synchronized OptionalLong decide(Object about) {
    long now = nanoTime.getAsLong();
    long before = 0;
    if (now - minuteEnds >= 0) {
      before = takeKeptBack();
      minuteEnds = now + MINUTE;
      writtenInAll = 0;
      written.clear();
    }
    if (writtenInAll < mostInAll && written.getOrDefault(about, 0) < mostAboutOne) {
      writtenInAll++;
      written.merge(about, 1, Integer::sum);
      return OptionalLong.of(before);
    }
    keptBack++;
    return OptionalLong.empty();
  }

  /** Returns how many lines were kept back and not told of, and takes them for told. */
  public synchronized long takeKeptBack() {
    long taken = keptBack;
    keptBack = 0;
    return taken;
  }
}
