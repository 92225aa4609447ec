package io.loopsentinel.engine.session;

import io.loopsentinel.engine.bounded.BoundedLock;
import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.call.DispatchedTools;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.gate.SessionEffects;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.settings.Action;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one session.
 *
 * <p>Thread-safe by {@link #lock}: checking a call and recording it are one step. All other methods
 * require the lock. Objects of the application are not read, written or called under it.
 */
final class Session implements AutoCloseable {

  private static final int MAX_SPENT_CAPS = 64;

  private final BoundedLock lock = new BoundedLock();
  private final boolean shared;
  private SessionHistory history;
  private FoundLoops found = new FoundLoops();
  private @Nullable Replica replica;
  private @Nullable Session successor;
  private @Nullable SessionEffects effects;
  private @Nullable NextTurn nextTurn;
  private RunEnds.@Nullable PendingEnd pendingEnd;
  private long calls;
  private boolean dropped;
  private boolean guardsRequests;
  private boolean showsRequests;
  private @Nullable Map<Budgets.SpentCap, Double> spentCaps;
  private @Nullable Budgets lockedBudgets;

  /**
   * Creates a session without calls.
   *
   * @param shared whether several conversations may share it. A legitimate call of one may repeat
   *     calls of others, so no call is stopped.
   */
  Session(boolean shared, HistorySizes sizes) {
    this(shared, new SessionHistory(sizes));
  }

  private Session(boolean shared, SessionHistory history) {
    this.shared = shared;
    this.history = history;
  }

  /**
   * Locks this session until it is closed.
   *
   * @throws IllegalStateException if the lock stays held for too long
   */
  Session lock() {
    lock.lock();
    return this;
  }

  /**
   * Locks the budgets that this session shares with others, until it is closed: a call or turn is
   * judged and counted in one step.
   *
   * @throws IllegalStateException if their lock stays held for too long
   */
  void lock(Budgets budgets) {
    budgets.lock();
    lockedBudgets = budgets;
  }

  @Override
  public void close() {
    if (lockedBudgets != null) {
      lockedBudgets.unlock();
      lockedBudgets = null;
    }
    lock.unlock();
  }

  /** Marks this session as dropped: its key gets a new session. */
  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }

  SessionHistory history() {
    return history;
  }

  /** Resizes the history to the current settings. */
  void resize(HistorySizes sizes) {
    history = history.resized(sizes);
    if (successor != null) {
      successor.resize(sizes);
    }
  }

  /** Starts over without calls. Keeps what belongs to the current run of this JVM. */
  void restart() {
    history = history.emptied();
    found = new FoundLoops();
    calls = 0;
    spentCaps = null;
    effects = null;
    successor = null;
    if (nextTurn != null) {
      List<String> unused = nextTurn.takeWords();
    }
    if (replica != null) {
      replica.restart();
    }
  }

  /**
   * Returns this session rebuilt from the lasting part and the current block of its log alone;
   * {@code null} if this session is based on nothing else. It belongs to no JVM.
   */
  @Nullable Session successor() {
    return successor;
  }

  /** Begins the successor at the beginning of a block. */
  void beginSuccessor(Replica ofThis) {
    byte[] lasting = Lasting.of(this);
    ofThis.beginBlock(lasting);
    successor = new Session(shared, history.emptied());
    successor.replica = new Replica(ofThis.name(), "");
    Lasting.restore(successor, lasting, found.terminatedBy());
  }

  /** Gives the successor the lasting part of this session. */
  void carry(byte[] lasting) {
    Lasting.restore(successor == null ? this : successor, lasting, found.terminatedBy());
  }

  /**
   * Continues with the successor at the end of a block.
   *
   * @param lasting the lasting part, if the block was not read from its beginning
   */
  void endBlock(Replica ofThis, byte[] lasting) {
    if (ofThis.isPartial()) {
      Decision.Found end = found.terminatedBy();
      restart();
      Lasting.restore(this, lasting, end);
      ofThis.beginBlock(lasting);
      return;
    }
    if (successor != null) {
      history = successor.history;
      found = successor.found;
      calls = successor.calls;
      ofThis.continueAs(successor.replica(() -> ofThis));
    }
    beginSuccessor(ofThis);
  }

  void setCalls(long count) {
    calls = count;
  }

  /** Returns the replica of the session's log; {@code null} if the session is not shared. */
  @Nullable Replica replica() {
    return replica;
  }

  /**
   * Returns the replica of the session's log.
   *
   * @param first creates the replica of a new session
   */
  Replica replica(Supplier<Replica> first) {
    if (replica == null) {
      replica = first.get();
    }
    return replica;
  }

  /** Restores an earlier copy of the history. */
  void restore(SessionHistory earlier) {
    history = earlier;
  }

  /** Returns the rung to apply: in a shared session, a warning instead of a stop. */
  Action bounded(Action rung) {
    return !shared || rung.runsCall() ? rung : Action.WARN;
  }

  /** Records that requests of this session to the model are seen before they are sent. */
  void requested() {
    showsRequests = true;
  }

  /** Returns whether a request to the model can be refused before it is sent, as far as known. */
  boolean showsRequests() {
    return showsRequests;
  }

  /** Returns the mutable map of caps of its own budgets that were reported as spent. */
  Map<Budgets.SpentCap, Double> spentCaps() {
    if (spentCaps == null) {
      spentCaps = new BoundedMap<>(MAX_SPENT_CAPS);
    }
    return spentCaps;
  }

  FoundLoops found() {
    return found;
  }

  void countCall() {
    calls++;
  }

  SessionState state() {
    return new SessionState(
        found.terminatedBy() != null, calls, history.now(), history.attribution());
  }

  /** Records a successful call, which may have shown whether an effect happened. */
  void succeeded(String tool) {
    if (effects != null) {
      effects.succeeded(tool);
    }
  }

  SessionEffects effects(InstantSource clock) {
    if (effects == null) {
      effects = new SessionEffects(clock);
    }
    return effects;
  }

  /**
   * Returns whether a guard has seen a turn of this session, and so can end the run at the next. In
   * contrast to {@link #showsRequests}, turns seen only at their response count, and requests of
   * its tools do not.
   */
  boolean guardsRequests() {
    return guardsRequests;
  }

  RunEnds.@Nullable PendingEnd pendingEnd() {
    return pendingEnd;
  }

  /** Ends the run at the next request; the first of several ends counts. */
  void endAtNextRequest(RunEnds.PendingEnd end) {
    if (pendingEnd == null) {
      pendingEnd = end;
    }
  }

  /** Records that a guard saw a request; removes and returns the pending end of the run. */
  RunEnds.@Nullable PendingEnd takeEnd() {
    guardsRequests = true;
    RunEnds.PendingEnd taken = pendingEnd;
    pendingEnd = null;
    return taken;
  }

  NextTurn nextTurn() {
    if (nextTurn == null) {
      nextTurn = new NextTurn();
    }
    return nextTurn;
  }

  /**
   * Records that a tool is dispatched.
   *
   * @param ofShared the tools of shared sessions
   */
  void dispatched(String tool, DispatchedTools ofShared) {
    if (shared) {
      ofShared.add(tool);
    }
    if (nextTurn != null) {
      nextTurn.dispatched(tool);
    }
  }
}
