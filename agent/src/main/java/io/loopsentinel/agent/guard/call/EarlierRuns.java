package io.loopsentinel.agent.guard.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runs that began before their method was guarded, as when the agent is attached to a JVM that
 * answers a question. Such a run is known only by its method on the stack of its thread.
 * Thread-safe.
 */
public final class EarlierRuns {

  /** Run methods of classes that were loaded before they were guarded, as class and method name. */
  private final Set<String> methods = ConcurrentHashMap.newKeySet();

  /** The id of a thread that was created later than all threads of such runs. */
  private volatile long laterThread;

  /** Records that a run method may be active already. Loads no class of the application. */
  public void add(String type, String method) {
    methods.add(type + "." + method);
    laterThread = new Thread().getId();
    areActive(0); // Loads the classes, because an executor may ask under a lock.
  }

  public boolean areKnown() {
    return !methods.isEmpty();
  }

  /** Returns whether this thread is old enough to be in such a run. */
  boolean mayBeActive() {
    return Thread.currentThread().getId() < laterThread;
  }

  /**
   * Returns whether this thread is in such a run.
   *
   * @param guarded the number of calls of such methods on the stack that are guarded
   */
  boolean areActive(int guarded) {
    return mayBeActive()
        && StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(
                            frame ->
                                methods.contains(
                                    frame.getClassName() + "." + frame.getMethodName()))
                        .skip(guarded)
                        .findAny()
                        .isPresent());
  }
}
