package io.loopsentinel.agent.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the agent's own failures and logs each cause at most once a minute.
 *
 * <p>A cause is the kind of error and the place where it came up: in the agent, and of which target
 * where that is known ({@link LocatedFailure}). Messages of others are not logged, at any level, as
 * they may quote arguments of the application. Thread-safe; remembers a fixed number of causes and
 * takes all further ones for one.
 */
public class FailureLog implements Consumer<Throwable> {

  private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_CAUSES = 256;
  private static final String OWN = "io.loopsentinel.";
  private static final int LONGEST_CHAIN = 8;
  private static final int MOST_FRAMES = 60;

  private final ConcurrentHashMap<String, Cause> causes = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private final AgentLog log;
  private final Consumer<String> lines;

  /** Creates a log of failures. */
  public FailureLog(AgentLog log) {
    this(log, line -> {});
  }

  /**
   * Creates a log of failures.
   *
   * @param lines told of each line that is logged; must be quick
   */
  public FailureLog(AgentLog log, Consumer<String> lines) {
    this.log = log;
    this.lines = lines;
  }

  @Override
  public void accept(Throwable failure) {
    count.incrementAndGet();
    long now = nanoTime();
    String line = line(failure);
    long occurrences = causeOf(line, now).occurred(now);
    if (occurrences > 0) {
      String counted =
          occurrences == 1
              ? line
              : line + " (" + occurrences + " times since it was last reported)";
      log.warn(counted);
      lines.accept(counted);
      if (log.isDebug()) {
        trace(failure).forEach(log::debug);
      }
    }
  }

  /** Returns how many failures there have been. */
  public long count() {
    return count.get();
  }

  /** Returns the time by a clock that only runs forwards; for tests to replace. */
  long nanoTime() {
    return System.nanoTime();
  }

  private Cause causeOf(String line, long now) {
    Cause known = causes.get(line);
    if (known != null) {
      return known;
    }
    String key = causes.size() < MOST_CAUSES ? line : "others";
    return causes.computeIfAbsent(key, unused -> new Cause(now));
  }

  /** Returns what happened, where and with what consequence, in one line. */
  private static String line(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return "the stack of a thread is nearly full, calls there go on unguarded";
    }
    if (!(failure instanceof LocatedFailure located)) {
      return "internal error, the application goes on unguarded here: " + name(failure);
    }
    String explanation = located.explanation();
    Throwable cause = located.getCause();
    return located.place()
        + ": "
        + (explanation != null ? explanation : "failed with " + name(cause))
        + "; "
        + located.consequence();
  }

  /** Returns the classes and frames of a failure and its causes, a line each. */
  private static List<String> trace(Throwable failure) {
    List<String> lines = new ArrayList<>();
    @Nullable Throwable each = failure instanceof LocatedFailure ? failure.getCause() : failure;
    for (int depth = 0; each != null && depth < LONGEST_CHAIN; depth++) {
      lines.add((depth == 0 ? "" : "caused by ") + each.getClass().getName());
      StackTraceElement[] frames = each.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
        lines.add("    at " + frames[i]);
      }
      if (frames.length > MOST_FRAMES) {
        lines.add("    and " + (frames.length - MOST_FRAMES) + " more");
      }
      each = each.getCause();
    }
    return lines;
  }

  private static String name(@Nullable Throwable failure) {
    if (failure == null) {
      return "an unknown error";
    }
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith(OWN)) {
        return failure.getClass().getName() + " at " + frame;
      }
    }
    return failure.getClass().getName();
  }

  /** How often a cause came up since it was last logged, and when it may be logged again. */
  private static final class Cause {

    private final AtomicLong occurrences = new AtomicLong();
    private final AtomicLong next;

    Cause(long now) {
      next = new AtomicLong(now);
    }

    /** Returns how often the cause is to be reported to have occurred; 0: not now. */
    long occurred(long now) {
      occurrences.incrementAndGet();
      long due = next.get();
      return now - due >= 0 && next.compareAndSet(due, now + INTERVAL)
          ? occurrences.getAndSet(0)
          : 0;
    }
  }
}
