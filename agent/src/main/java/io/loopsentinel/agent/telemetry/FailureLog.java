package io.loopsentinel.agent.telemetry;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Counts the agent's own failures and logs each cause at most once a minute.
 *
 * <p>A cause is the kind of error and the place in the agent where it came up. Its message is not
 * logged, as it may quote arguments of the application. Thread-safe; remembers a fixed number of
 * causes and takes all further ones for one.
 */
public class FailureLog implements Consumer<Throwable> {

  private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_CAUSES = 256;
  private static final String OWN = "io.loopsentinel.";

  private final ConcurrentHashMap<String, Cause> causes = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private final AgentLog log;

  /** Creates a log of failures. */
  public FailureLog(AgentLog log) {
    this.log = log;
  }

  @Override
  public void accept(Throwable failure) {
    count.incrementAndGet();
    long now = nanoTime();
    String name = nameOf(failure);
    long occurrences = causeOf(name, now).occurred(now);
    if (occurrences > 0) {
      log.warn(
          "internal error, the application goes on unguarded here: "
              + name
              + (occurrences == 1
                  ? ""
                  : " (" + occurrences + " times since it was last reported)"));
      if (log.isDebug()) {
        log.debug(stackTrace(failure));
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

  private Cause causeOf(String name, long now) {
    Cause known = causes.get(name);
    if (known != null) {
      return known;
    }
    String key = causes.size() < MOST_CAUSES ? name : "others";
    return causes.computeIfAbsent(key, unused -> new Cause(now));
  }

  private static String nameOf(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith(OWN)) {
        return failure.getClass().getName() + " at " + frame;
      }
    }
    return failure.getClass().getName();
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
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
