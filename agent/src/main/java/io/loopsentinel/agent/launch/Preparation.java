package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.guard.WarmUp;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.MainThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds what all guards need on a thread of the agent: with the first guarded call, or some time
 * after a class with a guarded method was loaded and main has begun. Not before, because logging
 * and the providers of the JDK's security are the application's to set up in main.
 *
 * <p>So a guarded call initializes nothing of the JDK, at whatever depth of the stack it comes. If
 * there is no {@link Headroom}, or building fails, it is tried again later and calls meanwhile run
 * unguarded. Thread-safe.
 */
final class Preparation {

  /** Time for which a call waits for the first attempt; then it goes on unguarded. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Time that main has for what it sets up first, such as its log manager; a call ends it. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  private static final Duration ROOM_PAUSE = Duration.ofMillis(50);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

  private final Runnable building;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Headroom headroom = new Headroom();
  private final CountDownLatch called = new CountDownLatch(1);
  private final CompletableFuture<Boolean> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable Thread thread;
  private volatile boolean built;
  private volatile boolean stopped;

  /**
   * Creates a preparation that has not begun.
   *
   * @param building builds the guards and keeps them
   */
  Preparation(Runnable building, MainThread main, Consumer<Throwable> failures) {
    this.building = building;
    this.main = main;
    this.failures = failures;
  }

  /** Begins unless that was done before. Never throws. */
  void begin() {
    if (thread == null && !stopped) {
      try {
        startThread();
      } catch (RuntimeException | Error e) {
        // No thread can be made at present. The next call begins again.
        failures.accept(e);
      }
    }
  }

  private synchronized void startThread() {
    if (thread == null && !stopped) {
      Thread created = AgentThread.daemon("loop-sentinel preparation", this::prepare);
      created.start();
      thread = created;
    }
  }

  /**
   * Waits for the first attempt; to be called by a guarded call, which means that main has begun.
   *
   * @return whether the guards are built. A call of the agent's own thread never waits: it is made
   *     by code of the application that building or JMX called.
   * @throws IllegalStateException if the first attempt takes too long
   */
  boolean await() {
    if (built) {
      return true;
    }
    begin();
    called.countDown();
    if (thread == null || AgentThread.isCurrent()) {
      return false;
    }
    if (!joined(TIMEOUT.toNanos())) {
      throw new IllegalStateException("what this call needs is not built yet");
    }
    return built;
  }

  /** An interruption is the application's affair: it shortens no wait and is kept. */
  private boolean joined(long nanos) {
    long end = System.nanoTime() + nanos;
    boolean interrupted = false;
    try {
      while (!firstAttempt.isDone() && end - System.nanoTime() > 0) {
        try {
          firstAttempt.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (Exception e) {
          return firstAttempt.isDone();
        }
      }
      return firstAttempt.isDone();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends the attempts. */
  synchronized void stop() {
    stopped = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  private void prepare() {
    try {
      main.awaitBegun(called);
      var unused = called.await(SETTLING.toMillis(), TimeUnit.MILLISECONDS);
      Duration pause = FIRST_PAUSE;
      while (!stopped && !built) {
        if (!headroom.isThere()) {
          firstAttempt.complete(false);
          Thread.sleep(ROOM_PAUSE.toMillis());
        } else if (!attempt()) {
          firstAttempt.complete(false);
          Thread.sleep(pause.toMillis());
          pause =
              pause.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause.multipliedBy(2);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      firstAttempt.complete(built);
    }
  }

  private boolean attempt() {
    try {
      WarmUp.run();
      building.run();
      built = true;
      return true;
    } catch (RuntimeException | Error failure) {
      failures.accept(failure);
      return false;
    }
  }
}
