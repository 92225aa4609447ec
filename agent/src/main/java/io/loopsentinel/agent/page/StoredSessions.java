package io.loopsentinel.agent.page;

import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions in the shared store, cached for all viewers of the page. While the page is viewed,
 * the agent reads the store in the background, with a pause after each reading. Thread-safe.
 */
final class StoredSessions {

  static final Duration PAUSE = Duration.ofSeconds(3);

  private final Supplier<SharedSessions> store;
  private final Runnable listener;
  private final LongSupplier nanoTime;
  private @Nullable SharedSessions latest;
  private boolean isReading;
  private long readAt;

  /**
   * Creates a view that has read nothing.
   *
   * @param store reads the store; may take long
   * @param listener notified each time the store has been read
   */
  StoredSessions(Supplier<SharedSessions> store, Runnable listener, LongSupplier nanoTime) {
    this.store = store;
    this.listener = listener;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the sessions last read; {@code null} before the first reading. Does not wait: if they
   * are old, it starts another reading.
   */
  synchronized @Nullable SharedSessions latest() {
    boolean isFresh = latest != null && nanoTime.getAsLong() - readAt < PAUSE.toNanos();
    if (!isFresh && !isReading) {
      // Throws if the system has no thread left, so the flag is set afterwards.
      AgentThread.daemon("loop-sentinel sessions", this::read).start();
      isReading = true;
    }
    return latest;
  }

  private void read() {
    try {
      SharedSessions read = store.get();
      synchronized (this) {
        latest = read;
      }
    } finally {
      synchronized (this) {
        isReading = false;
        readAt = nanoTime.getAsLong();
      }
    }
    listener.run();
  }
}
