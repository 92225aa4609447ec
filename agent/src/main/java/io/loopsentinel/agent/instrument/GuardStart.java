package io.loopsentinel.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * Starts the parts of the agent that a program without targets has no use for, once, when the first
 * of them is needed. Thread-safe.
 *
 * <p>That may be on any thread, in the midst of a class being loaded. Others that come meanwhile
 * wait: their classes, too, may have methods to guard. They may hold locks of class loaders of the
 * application, which this start has no need of, as it loads classes of the JDK and of the agent
 * only.
 */
public abstract class GuardStart {

  private boolean begun;
  private volatile @Nullable TargetInstrumentation running;

  /** Starts everything; throws if the guard cannot be set up. */
  protected abstract TargetInstrumentation start(TargetTransformer transformer) throws Exception;

  /** Told of a failure to start; nothing is guarded then. */
  protected abstract void failed(Throwable failure);

  /** Returns whether it was started, or at least tried to. */
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
   * Returns what guards, and starts it if need be; {@code null} where it could not be started, and
   * on the thread that is just starting it.
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
