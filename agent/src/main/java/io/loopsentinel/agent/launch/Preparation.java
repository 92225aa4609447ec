package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.guard.WarmUp;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.thread.AgentThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds what all guards need on a thread of the agent: with the first guarded call, or some time
 * after main has begun and a class with a guarded method was loaded. Not earlier, because the
 * application may set up logging and security providers in main.
 *
 * <p>So a guarded call initializes no JDK class, at any stack depth. If there is no {@link
 * Headroom}, or building fails, it is retried later, and calls run unguarded in the meantime.
 * Thread-safe.
 */
final class Preparation {

  /** The time that a call waits for the first attempt before it runs unguarded. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The time that main has to set up its log manager and the like; a guarded call ends it. */
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
        // No thread can be created now. The next call tries again.
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
   * Waits for the first attempt. Called by a guarded call, so main has begun.
   *
   * @return whether the guards are built. A call on the agent's own thread never waits: it comes
   *     from code of the application that building or JMX has called.
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
      throw new IllegalStateException("timed out waiting for the guards to be built");
    }
    return built;
  }

  /** Waits without regard to interrupts, which are for the application; the flag is kept. */
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
