package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.CallHistory;
import io.loopsentinel.engine.detect.CallSequence;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.RecentTurns;
import io.loopsentinel.engine.detect.Responses;
import io.loopsentinel.engine.detect.Spending;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one session: the calls of all tools with their latest outcomes, and what
 * else there is, each part of which is made when it is first needed.
 *
 * <p>It extends the sequence of its calls and has none, for with many sessions each object more is
 * a cache miss: of a call in one of 100,000 that took 70 ns.
 *
 * <p>Not thread-safe: whoever uses it holds its monitor, so that checking a call and recording it
 * are one step. Nothing slow happens under it.
 */
class Session extends CallSequence {

  private @Nullable Responses responses;
  private @Nullable Seldom seldom;
  private boolean forgotten;

  /** Begins a session without calls. */
  Session(Object key, HistoryLayout layout) {
    super(key, layout.windowSize(), layout.sequenceCapacity());
  }

  /** Returns what it is known by. */
  final Object key() {
    return Objects.requireNonNull(owner());
  }

  /** Returns what may be done here of what a ladder says. */
  Action bounded(Action rung) {
    return rung;
  }

  /** Returns the history that a call is counted in. */
  CallHistory window(ToolCall call, HistoryLayout layout) {
    if (layout.isOne()) {
      return this;
    }
    Seldom known = knownSeldom();
    if (known.windows == null) {
      known.windows = new Windows();
    }
    return known.windows.of(call, layout);
  }

  /** Takes in a response of the model. */
  void nextResponse() {
    if (responses == null) {
      responses = new Responses();
    }
    responses.next();
  }

  /** Returns which response calls belong to, or {@code null} where none has been told of. */
  @Nullable Responses responses() {
    return responses;
  }

  /** Returns the number of the response that calls belong to by now. */
  int response() {
    return responses == null ? Responses.UNKNOWN : responses.current();
  }

  /** Returns the latest turns of the model. */
  RecentTurns turns() {
    Seldom known = knownSeldom();
    if (known.recent == null) {
      known.recent = new RecentTurns();
    }
    return known.recent;
  }

  /** Returns what waits for the next turn. */
  NextTurn nextTurn() {
    Seldom known = knownSeldom();
    if (known.next == null) {
      known.next = new NextTurn();
    }
    return known.next;
  }

  /** Notes that a tool is dispatched. */
  void dispatched(String tool) {
    if (seldom != null && seldom.next != null) {
      seldom.next.dispatched(tool);
    }
  }

  /** Returns the calls that were asked for and not dispatched, which are done with then. */
  List<RequestedCall> takeUndispatched() {
    return seldom == null || seldom.next == null ? List.of() : seldom.next.takeUndispatched();
  }

  /** Keeps a warning for the next request; returns false where none would carry it. */
  boolean keepWarning(String warning) {
    return seldom != null && seldom.next != null && seldom.next.keepWarning(warning);
  }

  /** Returns what the session has used of its budget. */
  Spending spending() {
    Seldom known = knownSeldom();
    if (known.spending == null) {
      known.spending = new Spending();
    }
    return known.spending;
  }

  /** Whether a loop was found, ever. */
  boolean hasFound() {
    return seldom != null && seldom.found != null;
  }

  /** Returns the loops that were found. */
  FoundLoops found() {
    Seldom known = knownSeldom();
    if (known.found == null) {
      known.found = new FoundLoops();
    }
    return known.found;
  }

  /** Returns the sightings that waited for this call of a tool, which are done with then. */
  List<Sighting> takeWaiting(String tool) {
    return seldom == null || seldom.found == null ? List.of() : seldom.found.takeFor(tool);
  }

  /** Drops the sightings that wait for a tool's next call and are refuted. */
  void dropRefuted(String tool, Predicate<Finding> isRefuted) {
    if (seldom != null && seldom.found != null) {
      seldom.found.dropRefuted(tool, isRefuted);
    }
  }

  /** Returns what ended the session, or {@code null}. */
  Ruling.@Nullable Found terminatedBy() {
    return seldom == null || seldom.found == null ? null : seldom.found.terminatedBy();
  }

  /** Forgets everything. */
  void reset() {
    clear();
    responses = null;
    seldom = null;
  }

  /**
   * Whether it is no longer the session of its key, so that what happens now belongs to another
   * one. What had begun before may still end here.
   */
  boolean isForgotten() {
    return forgotten;
  }

  /** Has it be the session of no key, for good. */
  void forget() {
    forgotten = true;
  }

  private Seldom knownSeldom() {
    if (seldom == null) {
      seldom = new Seldom();
    }
    return seldom;
  }

  /**
   * Apart, for one more field takes 8 bytes of every session, and most have no turns or budget, no
   * tool with a window of its own, and no loop.
   */
  private static final class Seldom {
    private @Nullable Windows windows;
    private @Nullable RecentTurns recent;
    private @Nullable NextTurn next;
    private @Nullable Spending spending;
    private @Nullable FoundLoops found;
  }
}
