package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * Starts the parts of the agent that a program without targets does not need, once, on demand.
 * Thread-safe.
 *
 * <p>Runs on any thread, within class loading. Other threads wait, because their classes may have
 * methods to guard. They may hold locks of the application's class loaders, which this start does
 * not need: it only loads classes of the JDK and of the agent.
 */
public abstract class GuardStart {

  private boolean begun;
  private volatile @Nullable TargetInstrumentation running;

  /** Starts everything; throws if that fails. */
  protected abstract TargetInstrumentation start(TargetTransformer transformer) throws Exception;

  /** Called if the start fails. Nothing is guarded then. */
  protected abstract void failed(Throwable failure);

  /** Returns whether the start was attempted. */
  public final synchronized boolean isStarted() {
    return begun;
  }

  final synchronized void startNow(TargetTransformer transformer) throws Exception {
    if (!begun) {
      begun = true;
      running = start(transformer);
    }
  }

  /**
   * Returns the instrumentation, and starts it if necessary; {@code null} if the start failed, and
   * on the thread that is starting it.
   */
  final @Nullable TargetInstrumentation get(TargetTransformer transformer) {
    if (running == null) {
      try {
        startNow(transformer);
      } catch (Throwable failure) {
        failed(failure);
      }
    }
    return running;
  }
}
