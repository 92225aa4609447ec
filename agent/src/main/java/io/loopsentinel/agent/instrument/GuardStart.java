package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * Starts the parts of the agent that a program without targets does not need, once, on demand.
 * Thread-safe.
 *
 * <p>Runs on any thread, within class loading. Other threads wait, because their classes may have
 * methods to guard. They may hold locks of the application's class loaders. The start needs none of
 * these: it only loads classes of the JDK and of the agent.
 */
public abstract class GuardStart {

  private boolean attempted;
  private volatile @Nullable TargetInstrumentation instrumentation;

  /** Starts everything; throws if that fails. */
  protected abstract TargetInstrumentation start(TargetTransformer transformer) throws Exception;

  /** Called if the start fails, and nothing is guarded. */
  protected abstract void failed(Throwable failure);

  /** Returns whether the start was attempted. */
  public final synchronized boolean isStarted() {
    return attempted;
  }

  final synchronized void startNow(TargetTransformer transformer) throws Exception {
    if (!attempted) {
      attempted = true;
      instrumentation = start(transformer);
    }
  }

  /**
   * Returns the instrumentation, and starts it if necessary; {@code null} if the start failed, and
   * on the thread that is starting it.
   */
  final @Nullable TargetInstrumentation get(TargetTransformer transformer) {
    if (instrumentation == null) {
      try {
        startNow(transformer);
      } catch (Throwable failure) {
        failed(failure);
      }
    }
    return instrumentation;
  }
}
