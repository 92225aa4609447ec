package io.loopsentinel.agent.page;

import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions in the store that JVMs share, for all viewers of the page. A thread of the agent
 * reads the store while somebody views the page, and then pauses for some seconds. Thread-safe.
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
   * @param listener notified of each time that the store was read
   */
  StoredSessions(Supplier<SharedSessions> store, Runnable listener, LongSupplier nanoTime) {
    this.store = store;
    this.listener = listener;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the sessions that were read last, {@code null} if none were. Does not wait; if they are
   * old, the store is read again.
   */
  synchronized @Nullable SharedSessions latest() {
    boolean isFresh = latest != null && nanoTime.getAsLong() - readAt < PAUSE.toNanos();
    if (!isFresh && !isReading) {
      // Throws if the system has no thread for it.
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
