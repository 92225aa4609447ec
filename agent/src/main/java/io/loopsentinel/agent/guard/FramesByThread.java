package io.loopsentinel.agent.guard;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
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

  /**
   * What each thread holds: of this, not of the agent, for threads outlive it, and nobody else can
   * empty what a thread holds.
   */
  private final Set<AtomicReference<@Nullable Object>> held =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean inheritable;

  /** Has new threads inherit runs from now on: the pools among them know how to leave them. */
  void letInherit() {
    inheritable = true;
  }

  ThreadFrames get() {
    Object known = known();
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
    frames.set(hold(created));
    return created;
  }

  private @Nullable Object known() {
    AtomicReference<@Nullable Object> reference = frames.get();
    return reference == null ? null : reference.get();
  }

  private AtomicReference<@Nullable Object> hold(Object value) {
    AtomicReference<@Nullable Object> reference = new AtomicReference<>(value);
    held.add(reference);
    return reference;
  }

  /** Forgets what all threads are in the midst of; to be called when nothing is guarded. */
  void forget() {
    synchronized (held) {
      held.forEach(reference -> reference.set(null));
      held.clear();
    }
  }

  @Nullable RunFrame run() {
    return known() == null ? null : get().innermostRun();
  }

  /** Returns the dispatch that this thread is in the midst of and waits for, if any. */
  @Nullable ToolFrame awaitedCall() {
    ToolFrame call = known() == null ? null : get().active.call();
    return call != null && call.isAwaited() ? call : null;
  }

  /** Takes this thread out of any run, the one in which it was created included. */
  void leave() {
    if (known() != null) {
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
  private final class Frames
      extends InheritableThreadLocal<@Nullable AtomicReference<@Nullable Object>> {

    /** Called by the constructor of {@link Thread}: must not fail. */
    @Override
    protected @Nullable AtomicReference<@Nullable Object> childValue(
        @Nullable AtomicReference<@Nullable Object> parents) {
      Object known = parents == null ? null : parents.get();
      Object run = known instanceof ThreadFrames own ? own.innermostRun() : known;
      boolean inherits = known instanceof ThreadFrames || mayInherit();
      return inheritable && inherits && run != null ? hold(run) : null;
    }
  }
}
