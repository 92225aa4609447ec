package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What one thread is in the midst of: guarded calls and runs, innermost first.
 *
 * <p>It tells a nested dispatch of one call (a decorator, {@code super}, an interface default
 * calling on) from a new call, and knows the run that a call belongs to. Used by its own thread
 * only. Holds no object of the application but session keys.
 */
final class ThreadFrames {

  private final Deque<ToolFrame> calls = new ArrayDeque<>(4);
  private final Deque<RunFrame> runs = new ArrayDeque<>(2);
  private final ThreadKey threadKey = new ThreadKey(Thread.currentThread().getId());
  private boolean insideAgent;

  /** A dispatch that has begun. */
  record ToolFrame(Object session, Fingerprint fingerprint) {}

  /** A run that has begun. */
  record RunFrame(Object session) {}

  /**
   * Marks that the agent is at work on this thread, so that what it calls in the application is not
   * guarded in turn.
   *
   * @return false where it already was
   */
  boolean enterAgent() {
    if (insideAgent) {
      return false;
    }
    insideAgent = true;
    return true;
  }

  void leaveAgent() {
    insideAgent = false;
  }

  ThreadKey threadKey() {
    return threadKey;
  }

  /** Whether a dispatch is the continuation of the innermost one. */
  boolean isNested(Object session, Fingerprint fingerprint) {
    ToolFrame innermost = calls.peek();
    return innermost != null
        && innermost.fingerprint().equals(fingerprint)
        && innermost.session().equals(session);
  }

  ToolFrame push(Object session, Fingerprint fingerprint) {
    ToolFrame frame = new ToolFrame(session, fingerprint);
    calls.push(frame);
    return frame;
  }

  /** Ends a dispatch, and those within it that did not come to their end. */
  void pop(ToolFrame frame) {
    popTo(calls, frame);
  }

  /** Returns the session of the innermost run, or {@code null} outside of any. */
  @Nullable Object run() {
    RunFrame innermost = runs.peek();
    return innermost == null ? null : innermost.session();
  }

  /** Whether a run of this session is under way, further out. */
  boolean isWithinRun(Object session) {
    return runs.stream().anyMatch(run -> run.session().equals(session));
  }

  RunFrame pushRun(Object session) {
    RunFrame frame = new RunFrame(session);
    runs.push(frame);
    return frame;
  }

  void popRun(RunFrame frame) {
    popTo(runs, frame);
  }

  // By identity: a record equals another of the same session further out.
  @SuppressWarnings("ReferenceEquality")
  private static <T> void popTo(Deque<T> frames, T frame) {
    if (frames.stream().noneMatch(each -> each == frame)) {
      return;
    }
    while (frames.pop() != frame) {}
  }
}
