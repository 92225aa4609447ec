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
 * Thrown in the place of a tool call that would have continued a loop.
 *
 * <p>It is an {@link Error} because agent frameworks catch {@link Exception} around a tool, hand
 * its text to the model, and the loop goes on. It is none of {@link VirtualMachineError}, {@link
 * LinkageError} and {@link ThreadDeath}, which reactive libraries rethrow past their own error
 * handling. Frameworks may still wrap it; {@link #findIn} finds it again.
 *
 * <p>Immutable and thread-safe. Carries no arguments and no results.
 */
public final class ToolLoopError extends Error {

  /** What became of the run. */
  public enum Status {
    /**
     * This call was refused, and the session goes on: a hint could not be given, or the next call
     * of the loop is answered otherwise.
     */
    CALL_ABORTED,
    /**
     * The loop is at its end: its ladder aborts the next call of it, too, or the session was ended
     * and refuses every further call until it is reset.
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

  /** Creates an error; the agent does this. The methods of the same names say what is what. */
  public ToolLoopError(
      Status status,
      String message,
      String tool,
      int count,
      String session,
      String detector,
      List<String> cycle,
      String fingerprint) {
    super(message);
    this.status = status;
    this.tool = tool;
    this.count = count;
    this.session = session;
    this.detector = detector;
    this.cycle = List.copyOf(cycle);
    this.fingerprint = fingerprint;
  }

  /**
   * Finds the error in a throwable that a framework may have wrapped around it.
   *
   * @param throwable where to look: itself, its causes, its suppressed errors and those of which it
   *     is made, as RxJava's {@code CompositeException} is, at any depth; {@code null} holds none
   * @return the first one found, nearest first
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

  /** Returns what became of the run. */
  public Status status() {
    return status;
  }

  /**
   * Returns the refused tool's name. Where a turn was refused it names the calls of the loop that
   * ended the session, and is empty where turns did.
   */
  public String tool() {
    return tool;
  }

  /**
   * Returns how often the loop was seen, at least 0: of {@code repeat} the matching calls that had
   * run before this one, of {@code cycle} the times the block came round, this call included, of
   * {@code error}, {@code stagnation} and {@code similar_calls} the outcomes in a row, of {@code
   * similar_turns} the similar turns in a row, of {@code budget} what was used of it, rounded down.
   */
  public int count() {
    return count;
  }

  /** Returns the session's key as text. */
  public String session() {
    return session;
  }

  /** Returns the name of the detector that decided, as in the configuration. */
  public String detector() {
    return detector;
  }

  /** Returns the tool names of the loop in order, unmodifiable; empty where it is about turns. */
  public List<String> cycle() {
    return cycle;
  }

  /**
   * Returns the SHA-256 of the call's identity as 64 hexadecimal digits. Where a turn was refused
   * they stand for the loop that ended the session; all are zero for {@code similar_turns}.
   */
  public String fingerprint() {
    return fingerprint;
  }

  /**
   * Returns the errors of which one is made. RxJava's {@code CompositeException} has them neither
   * as causes nor as suppressed errors: its cause only describes them.
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
