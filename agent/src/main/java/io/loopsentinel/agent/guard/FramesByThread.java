package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * What each thread is in the midst of; a new thread starts in the run of the one that created it.
 *
 * <p>A virtual thread does one task and has the run for good. A plain {@link Thread} has it while
 * the run lasts: it may be one of a home-made pool, which goes on to work for others. A thread of a
 * subclass has none: event loops (Netty, the JDK's HTTP client) serve all runs once one needs them.
 *
 * <p>No thread inherits anything until {@link #letInherit}. Thread-safe.
 */
@SuppressWarnings("ThreadLocalUsage") // There is one for the whole agent, as if it were static.
final class FramesByThread {

  private final Frames frames = new Frames();
  private volatile boolean inheritable;

  /** Has new threads inherit runs from now on: the pools among them know how to leave them. */
  void letInherit() {
    inheritable = true;
  }

  ThreadFrames get() {
    Object known = frames.get();
    if (known instanceof ThreadFrames own) {
      return own;
    }
    ThreadFrames created = new ThreadFrames();
    if (known instanceof RunFrame run) {
      if (isPlain()) {
        created.inherited = run;
      } else if (mayInherit()) {
        created.active = created.active.within(run);
      }
    }
    frames.set(created);
    return created;
  }

  @Nullable RunFrame run() {
    return frames.get() == null ? null : get().innermostRun();
  }

  /** Returns the dispatch that this thread is in the midst of and waits for, if any. */
  @Nullable ToolFrame awaitedCall() {
    ToolFrame call = frames.get() == null ? null : get().active.call();
    return call != null && call.isAwaited() ? call : null;
  }

  /** Takes this thread out of any run, the one in which it was created included. */
  void leave() {
    if (frames.get() != null) {
      ThreadFrames own = get();
      own.active = own.active.within(null);
      own.inherited = null;
    }
  }

  private static boolean isPlain() {
    return Thread.currentThread().getClass() == Thread.class;
  }

  /** Whether it is that or a virtual one, whose classes are the JDK's secret. */
  private static boolean mayInherit() {
    return isPlain() || Thread.currentThread().getClass().getPackageName().equals("java.lang");
  }

  /** The frames of a thread or, where it has made none, the run in which it was created. */
  private final class Frames extends InheritableThreadLocal<@Nullable Object> {

    /** Called by the constructor of {@link Thread}: must not fail. */
    @Override
    protected @Nullable Object childValue(@Nullable Object parents) {
      if (!inheritable) {
        return null;
      }
      if (parents instanceof ThreadFrames own) {
        return own.innermostRun();
      }
      return mayInherit() ? parents : null;
    }
  }
}
