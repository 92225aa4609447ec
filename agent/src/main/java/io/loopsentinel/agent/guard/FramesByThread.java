package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * What each thread is in the midst of; a new thread starts in the run of the one that created it.
 *
 * <p>Which threads inherit, and for how long:
 *
 * <ul>
 *   <li>A virtual thread does one task and has the run for good.
 *   <li>A plain {@link Thread} has it while the run lasts: it may be one of a home-made pool, which
 *       goes on to work for others.
 *   <li>A thread of a subclass has none. That is what event loops are (Netty, the JDK's HTTP
 *       client), which the first run that needs one creates, and which serve all runs from then on.
 * </ul>
 *
 * <p>Nothing is inheritable, and no thread has anything of it, until {@link #letInherit}.
 * Thread-safe.
 */
@SuppressWarnings("ThreadLocalUsage") // There is one for the whole agent, as if they were static.
final class FramesByThread {

  private final ThreadLocal<@Nullable ThreadFrames> frames = new ThreadLocal<>();
  private final Legacy legacy = new Legacy();
  private volatile boolean inheritable;

  /** Has new threads inherit runs from now on: the pools among them know how to leave them. */
  void letInherit() {
    inheritable = true;
  }

  /** Returns the frames of this thread. */
  ThreadFrames get() {
    ThreadFrames known = frames.get();
    return known == null ? create() : known;
  }

  /** Returns the run in force on this thread, and leaves a thread that has none as it is. */
  @Nullable RunFrame run() {
    ThreadFrames known = frames.get();
    if (known != null) {
      return known.innermostRun();
    }
    return inheritable && legacy.get() instanceof RunFrame ? create().innermostRun() : null;
  }

  /** Returns the frames of this thread, whose run new threads inherit from now on. */
  ThreadFrames bequeathing() {
    ThreadFrames own = get();
    bequeath(own);
    return own;
  }

  /** Has threads that this one creates from now on inherit the run in force at the time. */
  void bequeath(ThreadFrames own) {
    if (inheritable && legacy.get() != own) {
      legacy.set(own);
    }
  }

  /** Takes this thread out of any run, the one in which it was created included. */
  void leave() {
    ThreadFrames known = frames.get();
    if (known != null) {
      known.run = null;
      known.inherited = null;
    }
    if (inheritable && legacy.get() instanceof RunFrame) {
      legacy.remove();
    }
  }

  private ThreadFrames create() {
    ThreadFrames created = new ThreadFrames();
    if (inheritable && legacy.get() instanceof RunFrame run) {
      if (Legacy.isPlain()) {
        created.inherited = run;
      } else if (Legacy.mayInherit()) {
        created.run = run;
      }
    }
    frames.set(created);
    return created;
  }

  /**
   * The frames of a thread in which a run has begun; on a thread created there, the run. Called by
   * the constructor of {@link Thread}: must not fail.
   */
  private static final class Legacy extends InheritableThreadLocal<@Nullable Object> {

    @Override
    protected @Nullable Object childValue(@Nullable Object parents) {
      if (parents instanceof ThreadFrames own) {
        return own.innermostRun();
      }
      return mayInherit() ? parents : null;
    }

    /** Whether this thread is a platform thread of no subclass. */
    static boolean isPlain() {
      return Thread.currentThread().getClass() == Thread.class;
    }

    /** Whether it is that or a virtual one, whose classes are the JDK's secret. */
    static boolean mayInherit() {
      return isPlain() || Thread.currentThread().getClass().getPackageName().equals("java.lang");
    }
  }
}
