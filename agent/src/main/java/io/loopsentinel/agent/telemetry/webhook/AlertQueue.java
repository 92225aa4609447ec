package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Events on their way to one receiver, and all the waiting of its thread. Thread-safe. */
final class AlertQueue {

  /** Events that wait. */
  static final int CAPACITY = 256;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<LoopEvent> events = new ArrayDeque<>();
  private Missed dropped = Missed.NOTHING;
  private boolean closing;

  /** Adds an event; one that finds the queue full is counted, and is lost. */
  void add(LoopEvent event) {
    lock.lock();
    try {
      if (events.size() == CAPACITY) {
        dropped = dropped.withLost(event.type());
        return;
      }
      events.add(event);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns what found the queue full since this was last asked. */
  Missed takeDropped() {
    lock.lock();
    try {
      Missed taken = dropped;
      dropped = Missed.NOTHING;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the next event; nothing if none comes in time, or the queue closes. */
  @Nullable LoopEvent poll(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (events.isEmpty() && !closing && left > 0) {
        left = changed.awaitNanos(left);
      }
      return events.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a time; no longer than a moment once the queue closes. */
  void pause(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!closing && left > 0) {
        left = changed.awaitNanos(left);
      }
      // There is little time then, and one more attempt at once would fail as the last one did.
      long moment = Math.min(left, TimeUnit.MILLISECONDS.toNanos(200));
      while (moment > 0) {
        moment = changed.awaitNanos(moment);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends all long waiting. */
  void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosing() {
    lock.lock();
    try {
      return closing;
    } finally {
      lock.unlock();
    }
  }
}
