package io.loopsentinel;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Thrown instead of a tool call that would have continued a loop.
 *
 * <p>It is an {@link Error} because agent frameworks catch {@link Exception} around a tool and pass
 * its text to the model, so that the loop would continue. It is no {@link VirtualMachineError},
 * {@link LinkageError} or {@link ThreadDeath}, because reactive libraries rethrow these and bypass
 * their own error handling. Frameworks may still wrap it; {@link #findIn} unwraps it.
 *
 * <p>Immutable and thread-safe. Carries no arguments and no results.
 */
public final class ToolLoopError extends Error {

  /** The state of the run. */
  public enum Status {
    /**
     * This call was refused, and the session continues, because a hint could not be given, or the
     * next call of the loop may be answered.
     */
    CALL_ABORTED,
    /**
     * The loop cannot continue: its ladder also aborts the next call, or the session was terminated
     * and refuses all calls until it is reset.
     */
    LOOP_DETECTED
  }

  private static final long serialVersionUID = 1L;

  private final Status status;
  private final String tool;
  private final int count;
  private final String session;
  private final String detector;
  private final List<String> cycle;
  private final String fingerprint;

  ToolLoopError(ToolLoopErrorBuilder values) {
    super(values.message);
    status = values.status;
    tool = values.tool;
    count = values.count;
    session = values.session;
    detector = values.detector;
    cycle = List.copyOf(values.cycle);
    fingerprint = values.fingerprint;
  }

  /**
   * Finds the error in a throwable that may wrap it.
   *
   * @param throwable searched with its causes, its suppressed exceptions and the parts of RxJava's
   *     {@code CompositeException}, at any depth; may be {@code null}
   * @return the nearest error
   */
  public static Optional<ToolLoopError> findIn(@Nullable Throwable throwable) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    Stream.ofNullable(throwable).forEach(open::add);
    while (!open.isEmpty()) {
      Throwable next = open.remove();
      if (next instanceof ToolLoopError found) {
        return Optional.of(found);
      }
      if (seen.add(next)) {
        Stream.ofNullable(next.getCause()).forEach(open::add);
        Collections.addAll(open, next.getSuppressed());
        open.addAll(partsOf(next));
      }
    }
    return Optional.empty();
  }

  /** Returns the state of the run. */
  public Status status() {
    return status;
  }

  /**
   * Returns the name of the refused tool. For a refused turn, returns the names of the calls of the
   * loop that terminated the session; empty if that loop consisted of turns.
   */
  public String tool() {
    return tool;
  }

  /**
   * Returns the number of occurrences of the loop, at least 0: for {@code repeat} the matching
   * calls that ran before this one, for {@code cycle} the repetitions of the block including this
   * call, for {@code error}, {@code stagnation} and {@code similar_calls} the consecutive outcomes,
   * for {@code similar_turns} the consecutive similar turns, for {@code budget} its use, rounded
   * down.
   */
  public int count() {
    return count;
  }

  /** Returns the session's key as text. */
  public String session() {
    return session;
  }

  /** Returns the detector's name in the configuration. */
  public String detector() {
    return detector;
  }

  /** Returns the tool names of the loop in order, unmodifiable; empty for turns. */
  public List<String> cycle() {
    return cycle;
  }

  /**
   * Returns the SHA-256 of the call's identity as 64 hexadecimal digits. For a refused turn, it is
   * that of the loop that terminated the session; all zero for {@code similar_turns}.
   */
  public String fingerprint() {
    return fingerprint;
  }

  /**
   * Returns the parts of an exception. RxJava's {@code CompositeException} has its parts neither as
   * causes nor as suppressed exceptions; its cause only describes them.
   */
  private static List<Throwable> partsOf(Throwable throwable) {
    try {
      Object parts = throwable.getClass().getMethod("getExceptions").invoke(throwable);
      return parts instanceof Collection<?> several
          ? several.stream().filter(Throwable.class::isInstance).map(Throwable.class::cast).toList()
          : List.of();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError notComposite) {
      return List.of();
    }
  }
}
