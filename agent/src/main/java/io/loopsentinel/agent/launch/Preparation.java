package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the guards' common parts on a thread of the agent. It begins at the first guarded call, or
 * some time after main has begun and a class with a guarded method was loaded. Not earlier, because
 * the application may set up logging and security providers in main.
 *
 * <p>So a guarded call initializes no class of the JDK, however deep its stack is. If there is no
 * {@link Headroom}, or building fails, it is tried again later. Calls run unguarded meanwhile.
 * Thread-safe.
 */
final class Preparation {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A call that runs twice, or without a person's approval, is worse than one that waits. */
  private static final Duration GATED_TIMEOUT = Duration.ofMinutes(1);

  /** The time that main has to set up logging and the like, unless a guarded call comes first. */
  private static final Duration SETUP_TIME = Duration.ofSeconds(1);

  private static final Duration HEADROOM_PAUSE = Duration.ofMillis(50);
  private static final Duration INITIAL_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

  private final Duration timeout;
  private final Runnable builder;
  private final MainThread mainThread;
  private final Consumer<Throwable> failures;
  private final Headroom headroom = new Headroom();
  private final CountDownLatch guardedCall = new CountDownLatch(1);
  private final CountDownLatch firstAttempt = new CountDownLatch(1);
  private volatile @Nullable Thread thread;
  private volatile boolean built;
  private volatile boolean stopped;

  /**
   * Creates a preparation that has not begun.
   *
   * @param timeout the time that a call waits for the first attempt before it runs unguarded
   */
  Preparation(
      Duration timeout, Runnable builder, MainThread mainThread, Consumer<Throwable> failures) {
    this.timeout = timeout;
    this.builder = builder;
    this.mainThread = mainThread;
    this.failures = failures;
  }

  /** Returns the time that a call waits with these settings. */
  static Duration timeout(EngineSettings settings) {
    return settings.areGated() ? GATED_TIMEOUT : TIMEOUT;
  }

  /** Starts the thread, unless it was started before. Never throws. */
  void begin() {
    if (thread == null && !stopped) {
      try {
        startThread();
      } catch (RuntimeException | Error e) {
        // No thread can be created now. The next call tries it again.
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
   * Waits for the first attempt. Called by guarded calls, so main has begun.
   *
   * @return whether the guards are built. A call on a thread of the agent never waits. It comes
   *     from code of the application that the agent has called while building, or for JMX.
   * @throws IllegalStateException if the first attempt takes too long
   */
  boolean await() {
    if (built) {
      return true;
    }
    begin();
    guardedCall.countDown();
    if (thread == null || AgentThread.isCurrent()) {
      return false;
    }
    if (!awaitFirstAttempt()) {
      throw new IllegalStateException("timed out waiting for the guards to be built");
    }
    return built;
  }

  /** Waits regardless of interrupts, which are for the application, and keeps the flag. */
  private boolean awaitFirstAttempt() {
    long end = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return firstAttempt.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  synchronized void stop() {
    stopped = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  private void prepare() {
    try {
      mainThread.awaitBegun(guardedCall);
      var unused = guardedCall.await(SETUP_TIME.toMillis(), TimeUnit.MILLISECONDS);
      Duration pause = INITIAL_PAUSE;
      while (!stopped && !built) {
        if (!headroom.isThere()) {
          firstAttempt.countDown();
          Thread.sleep(HEADROOM_PAUSE.toMillis());
        } else if (!attempt()) {
          firstAttempt.countDown();
          Thread.sleep(pause.toMillis());
          pause =
              pause.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause.multipliedBy(2);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      firstAttempt.countDown();
    }
  }

  private boolean attempt() {
    try {
      WarmUp.run();
      builder.run();
      built = true;
      return true;
    } catch (RuntimeException | Error failure) {
      failures.accept(failure);
      return false;
    }
  }
}
