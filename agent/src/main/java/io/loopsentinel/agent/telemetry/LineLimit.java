package io.loopsentinel.agent.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Limits the number of lines in a minute, and counts suppressed ones. Thread-safe. */
public final class LineLimit {

  static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final int maxPerSubject;
  private final int maxTotal;
  private final LongSupplier nanoTime;
  private final Map<Object, Integer> written = new HashMap<>();
  private int writtenTotal;
  private long suppressed;
  private long minuteEnds;

  /**
   * Creates a limit.
   *
   * @param maxTotal maximum lines about all subjects, which also bounds the memory
   */
  public LineLimit(int maxPerSubject, int maxTotal, LongSupplier nanoTime) {
    this.maxPerSubject = maxPerSubject;
    this.maxTotal = maxTotal;
    this.nanoTime = nanoTime;
    this.minuteEnds = nanoTime.getAsLong();
  }

  /**
   * Decides whether to write a line about a subject. Subjects are compared by equality.
   *
   * @return the number of lines suppressed in a previous minute, to be reported first; empty if the
   *     line must not be written
   */
  public synchronized OptionalLong decide(Object subject) {
    long now = nanoTime.getAsLong();
    long before = 0;
    if (now - minuteEnds >= 0) {
      before = takeKeptBack();
      minuteEnds = now + MINUTE_NANOS;
      writtenTotal = 0;
      written.clear();
    }
    if (writtenTotal < maxTotal && written.getOrDefault(subject, 0) < maxPerSubject) {
      writtenTotal++;
      written.merge(subject, 1, Integer::sum);
      return OptionalLong.of(before);
    }
    suppressed++;
    return OptionalLong.empty();
  }

  /** Returns the number of unreported suppressed lines, and marks them as reported. */
  public synchronized long takeKeptBack() {
    long taken = suppressed;
    suppressed = 0;
    return taken;
  }
}
