package io.loopsentinel.agent.telemetry;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the agent's own failures and logs each cause at most once a minute.
 *
 * <p>A cause is the kind of error and the place where it came up: in the agent, and of which target
 * where that is known ({@link LocatedFailure}). Messages of others are not logged, at any level, as
 * they may quote arguments of the application, unless these may be shown. Thread-safe; remembers a
 * fixed number of causes and takes all further ones for one.
 */
public class FailureLog implements Consumer<Throwable> {

  private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_CAUSES = 256;
  private static final String OWN = "io.loopsentinel.";
  private static final int LONGEST_CHAIN = 8;

  private final Map<String, Cause> causes = new HashMap<>();
  private final LongAdder count = new LongAdder();
  private final AgentLog log;
  private final Consumer<String> lines;

  /**
   * What there is of a cause.
   *
   * @param told how it was told the last time it came up
   * @param occurrences how often it came up since it was last logged
   * @param due when it may be logged again
   */
  private record Cause(String told, long total, long occurrences, long due) {}

  /** Creates a log of failures; what is told of each line that is logged has to be quick. */
  public FailureLog(AgentLog log, Consumer<String> lines) {
    this.log = log;
    this.lines = lines;
  }

  /** Counts a failure, and logs it unless its cause was logged a moment ago; never throws. */
  @Override
  public void accept(Throwable failure) {
    try {
      count.increment();
      String line =
          failure instanceof LocatedFailure located ? located.lineWithQuotation() : line(failure);
      long occurrences = occurrencesToTell(line(failure), line);
      if (occurrences > 0) {
        String times = " (" + occurrences + " times since it was last reported)";
        String told = occurrences == 1 ? line : line + times;
        log.warn(told);
        lines.accept(told);
        if (log.isDebug()) {
          trace(failure);
        }
      }
    } catch (Throwable ignored) {
      // Out of memory or stack: what the reporter is at matters more.
    }
  }

  /** Returns how many failures there have been. */
  public long count() {
    return count.sum();
  }

  /** Returns the time by a clock that only runs forwards; for tests to replace. */
  long nanoTime() {
    return System.nanoTime();
  }

  /** Returns how often each cause has come up, as it was told the last time. */
  public synchronized Map<String, Long> causes() {
    return causes.values().stream()
        .collect(Collectors.toMap(Cause::told, Cause::total, Long::sum, TreeMap::new));
  }

  /** Returns how often a cause is to be reported to have occurred; 0: not now. */
  private synchronized long occurrencesToTell(String cause, String told) {
    long now = nanoTime();
    String key = causes.size() < MOST_CAUSES || causes.containsKey(cause) ? cause : "others";
    Cause known = causes.getOrDefault(key, new Cause(told, 0, 0, now));
    boolean isDue = now - known.due >= 0;
    long occurrences = known.occurrences + 1;
    long total = known.total + 1;
    causes.put(
        key,
        isDue
            ? new Cause(told, total, 0, now + INTERVAL)
            : new Cause(told, total, occurrences, known.due));
    return isDue ? occurrences : 0;
  }

  private static String line(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return "the stack of a thread is nearly full, calls there go on unguarded";
    }
    return failure instanceof LocatedFailure located
        ? located.line()
        : "internal error, the application goes on unguarded here: " + name(failure);
  }

  private void trace(Throwable failure) {
    @Nullable Throwable each = failure instanceof LocatedFailure ? failure.getCause() : failure;
    for (int depth = 0; each != null && depth < LONGEST_CHAIN; depth++) {
      log.debug((depth == 0 ? "" : "caused by ") + each.getClass().getName());
      for (StackTraceElement frame : each.getStackTrace()) {
        log.debug("    at " + frame);
      }
      each = each.getCause();
    }
  }

  /** Returns the kind of an error and where in the agent it came up. */
  static String name(@Nullable Throwable failure) {
    if (failure == null) {
      return "an unknown error";
    }
    String name = failure.getClass().getName();
    return Arrays.stream(failure.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(OWN))
        .findFirst()
        .map(frame -> name + " at " + frame)
        .orElse(name);
  }
}
