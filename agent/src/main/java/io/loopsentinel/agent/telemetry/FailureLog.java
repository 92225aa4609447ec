package io.loopsentinel.agent.telemetry;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the agent's own failures and logs each cause at most once a minute.
 *
 * <p>A cause is the class of an error and its place in the agent, and the target if it is known
 * ({@link LocatedFailure}). Messages of other errors are not logged at any level, because they may
 * quote arguments of the application, unless these may be shown. Thread-safe. The number of causes
 * is bounded; all further ones are counted as one.
 */
public class FailureLog implements Consumer<Throwable> {

  private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_CAUSES = 256;
  private static final String OWN_PACKAGE = "io.loopsentinel.";

  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");
  private static final int MAX_CHAIN_LENGTH = 8;

  private final Map<String, Cause> causes = new HashMap<>();
  private final LongAdder count = new LongAdder();
  private final AgentLog log;
  private final Consumer<String> lineListener;

  /**
   * The occurrences of a cause.
   *
   * @param lastLine the line for its latest failure
   * @param occurrences the number of failures since it was last logged
   * @param nextReport the time from which it may be logged again
   */
  private record Cause(String lastLine, long total, long occurrences, long nextReport) {}

  /**
   * Creates a log of failures.
   *
   * @param lineListener notified of each logged line; must be quick
   */
  public FailureLog(AgentLog log, Consumer<String> lineListener) {
    this.log = log;
    this.lineListener = lineListener;
  }

  /** Counts a failure, and logs it unless its cause was logged recently; never throws. */
  @Override
  public void accept(Throwable failure) {
    try {
      count.increment();
      String line =
          failure instanceof LocatedFailure located ? located.lineWithQuotation() : line(failure);
      long occurrences = occurrencesToReport(line(failure), line);
      if (occurrences > 0) {
        String times = " (" + occurrences + " times since it was last reported)";
        String logged = occurrences == 1 ? line : line + times;
        log.warn(logged);
        lineListener.accept(logged);
        if (log.isDebug()) {
          logStackTrace(failure);
        }
      }
    } catch (Throwable ignored) {
      // Out of memory or stack: the work of the caller matters more.
    }
  }

  public long count() {
    return count.sum();
  }

  /** Returns the time of a monotonic clock; overridden in tests. */
  long nanoTime() {
    return System.nanoTime();
  }

  /** Returns the number of failures by cause; the key is the line for its latest failure. */
  public synchronized Map<String, Long> causes() {
    return causes.values().stream()
        .collect(Collectors.toMap(Cause::lastLine, Cause::total, Long::sum, TreeMap::new));
  }

  /** Returns the number of failures to report for a cause; 0 if it is not to be logged now. */
  private synchronized long occurrencesToReport(String cause, String line) {
    long now = nanoTime();
    String key = causes.size() < MAX_CAUSES || causes.containsKey(cause) ? cause : "others";
    Cause known = causes.getOrDefault(key, new Cause(line, 0, 0, now));
    boolean isDue = now - known.nextReport >= 0;
    long occurrences = known.occurrences + 1;
    long total = known.total + 1;
    causes.put(
        key,
        isDue
            ? new Cause(line, total, 0, now + INTERVAL)
            : new Cause(line, total, occurrences, known.nextReport));
    return isDue ? occurrences : 0;
  }

  private static String line(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return "the stack of a thread is nearly full; its calls continue unguarded";
    }
    return failure instanceof LocatedFailure located
        ? located.line()
        : "internal error, the application continues unguarded here: " + describe(failure);
  }

  private void logStackTrace(Throwable failure) {
    @Nullable Throwable each = failure instanceof LocatedFailure ? failure.getCause() : failure;
    for (int depth = 0; each != null && depth < MAX_CHAIN_LENGTH; depth++) {
      log.debug((depth == 0 ? "" : "caused by ") + each.getClass().getName());
      for (StackTraceElement frame : each.getStackTrace()) {
        log.debug("    at " + frame);
      }
      each = each.getCause();
    }
  }

  /** Returns the class of an error and its topmost stack frame in the agent. */
  private static String describe(@Nullable Throwable failure) {
    return describe(failure, frame -> frame.getClassName().startsWith(OWN_PACKAGE));
  }

  /** Returns the class of an error of other code and its topmost stack frame outside the JDK. */
  static String describeForeign(@Nullable Throwable failure) {
    return describe(failure, frame -> !JDK.matcher(frame.getClassName()).lookingAt());
  }

  private static String describe(
      @Nullable Throwable failure, Predicate<StackTraceElement> isShown) {
    if (failure == null) {
      return "an unknown error";
    }
    String name = failure.getClass().getName();
    return Arrays.stream(failure.getStackTrace())
        .filter(isShown)
        .findFirst()
        .map(frame -> name + " at " + frame)
        .orElse(name);
  }
}
