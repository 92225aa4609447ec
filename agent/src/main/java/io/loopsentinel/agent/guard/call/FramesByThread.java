package io.loopsentinel.agent.guard.call;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The frames of each thread. A new thread inherits the run of the thread that creates it.
 *
 * <p>A virtual thread keeps the inherited run, because it runs one task. A plain {@link Thread}
 * keeps it until the run ends, because the thread may belong to a custom pool that later works for
 * other runs. A subclass of {@code Thread} inherits none, because event loops (Netty, the JDK's
 * HTTP client) serve all runs.
 *
 * <p>No thread inherits anything before {@link #enableInheritance}. Thread-safe.
 */
@SuppressWarnings("ThreadLocalUsage") // There is one for the whole agent, as if it were static.
public final class FramesByThread {

  private final SessionKeys sessionKeys = new SessionKeys();
  private final EarlierRuns earlierRuns;
  private final Frames frames = new Frames();

  /**
   * The references that threads hold. They are cleared at detach, because threads outlive the
   * agent, and only a thread itself can remove its thread-local value.
   */
  private final Set<AtomicReference<@Nullable Object>> held =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean inheritable;

  public FramesByThread(EarlierRuns earlierRuns) {
    this.earlierRuns = earlierRuns;
  }

  /** Lets new threads inherit runs. Called when runs are carried to the tasks of thread pools. */
  public void enableInheritance() {
    inheritable = true;
  }

  public ThreadFrames get() {
    Object known = known();
    if (known instanceof ThreadFrames own) {
      return own;
    }
    ThreadFrames created = new ThreadFrames(sessionKeys, earlierRuns);
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

  /** Clears the frames of all threads. Called when nothing is guarded any more. */
  public void clear() {
    synchronized (held) {
      held.forEach(reference -> reference.set(null));
      held.clear();
    }
  }

  public @Nullable RunFrame run() {
    return known() == null && !earlierRuns.mayBeActive() ? null : get().innermostRun();
  }

  /** Returns the active dispatch that waits for work on other threads, if any. */
  @Nullable ToolFrame awaitedCall() {
    ToolFrame call = known() == null ? null : get().active.call();
    return call != null && call.isAwaited() ? call : null;
  }

  /** Removes this thread from its run, even if the run is inherited. */
  public void leave() {
    if (known() != null) {
      ThreadFrames own = get();
      own.active = own.active.within(null);
      own.inherited = null;
    }
  }

  private static boolean isPlain() {
    return Thread.currentThread().getClass() == Thread.class;
  }

  /** Returns whether this thread is plain or virtual; the class of virtual threads is internal. */
  private static boolean mayInherit() {
    return isPlain() || Thread.currentThread().getClass().getPackageName().equals("java.lang");
  }

  /** The frames of a thread or, before its first call, its inherited run. */
  private final class Frames
      extends InheritableThreadLocal<@Nullable AtomicReference<@Nullable Object>> {

    /** Called by the constructor of {@link Thread}; must not throw. */
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
