package io.loopsentinel.agent.session;

import io.loopsentinel.agent.detect.CallHistory;
import io.loopsentinel.agent.detect.CycleState;
import io.loopsentinel.agent.detect.RecentTurns;
import io.loopsentinel.agent.detect.Responses;
import io.loopsentinel.agent.detect.Spending;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one session; each part is made when it is first needed.
 *
 * <p>Not thread-safe: whoever uses it holds its monitor, so that checking a call and recording it
 * are one step. Nothing slow happens under it.
 */
final class Session {

  /** Tools with a window of their own; the one longest not called is forgotten. */
  private static final int MOST_WINDOWS = 128;

  private static final ToolStreaks[] NO_TOOLS = {};

  private @Nullable CallHistory sequence;
  private CycleState cycle = CycleState.NONE;
  private @Nullable CallHistory sharedWindow;
  private @Nullable Map<String, CallHistory> ownWindows;
  private ToolStreaks[] tools = NO_TOOLS;
  private @Nullable Responses responses;
  private @Nullable RecentTurns turns;
  private @Nullable Spending spending;
  private @Nullable Rungs rungs;
  private @Nullable NextTurn nextTurn;
  private Ruling.@Nullable Found terminatedBy;

  /** Returns the calls of all tools. */
  CallHistory sequence(HistoryLayout layout) {
    if (sequence == null) {
      sequence = new CallHistory(layout.windowSize(), layout.sequenceCapacity());
    }
    return sequence;
  }

  /** Returns what is remembered to find cycles. */
  CycleState cycle() {
    return cycle;
  }

  /** Replaces what is remembered to find cycles. */
  void setCycle(CycleState state) {
    cycle = state;
  }

  /** Returns the history that a call is counted in. */
  CallHistory window(ToolCall call, HistoryLayout layout) {
    if (call.overridden()) {
      return ownWindow(call.tool(), call.policy().windowSize());
    }
    if (layout.isOne()) {
      return sequence(layout);
    }
    if (sharedWindow == null) {
      sharedWindow = new CallHistory(layout.windowSize());
    }
    return sharedWindow;
  }

  /** Returns what is remembered of a tool's outcomes. */
  ToolStreaks streaks(String tool) {
    ToolStreaks known = streaksOrNull(tool);
    if (known != null) {
      return known;
    }
    tools = LatestFirst.add(tools, new ToolStreaks(tool));
    return tools[0];
  }

  /** Returns the same, or {@code null} where nothing is remembered. */
  @Nullable ToolStreaks streaksOrNull(String tool) {
    return LatestFirst.find(tools, tool) ? tools[0] : null;
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
    if (turns == null) {
      turns = new RecentTurns();
    }
    return turns;
  }

  /** Returns what the session has used of its budget. */
  Spending spending() {
    if (spending == null) {
      spending = new Spending();
    }
    return spending;
  }

  /** Returns how often each loop has been found. */
  Rungs rungs() {
    if (rungs == null) {
      rungs = new Rungs();
    }
    return rungs;
  }

  /** Returns what waits for the next turn. */
  NextTurn nextTurn() {
    if (nextTurn == null) {
      nextTurn = new NextTurn();
    }
    return nextTurn;
  }

  /** Notes that a tool is dispatched. */
  void dispatched(String tool) {
    if (nextTurn != null) {
      nextTurn.dispatched(tool);
    }
  }

  /** Returns the calls that were asked for and not dispatched, which are done with then. */
  List<RequestedCall> takeUndispatched() {
    return nextTurn == null ? List.of() : nextTurn.takeUndispatched();
  }

  /** Keeps a warning for the next request; returns false where none would carry it. */
  boolean keepWarning(String warning) {
    return nextTurn != null && nextTurn.keepWarning(warning);
  }

  /** Returns what ended the session, or {@code null}. */
  Ruling.@Nullable Found terminatedBy() {
    return terminatedBy;
  }

  /** Ends the session; only {@link #reset} opens it again. */
  void terminate(Ruling.Found ruling) {
    terminatedBy = new Ruling.Found(ruling.sightings(), ruling.action(), null, true);
  }

  /** Forgets everything. */
  void reset() {
    sequence = null;
    cycle = CycleState.NONE;
    sharedWindow = null;
    ownWindows = null;
    tools = NO_TOOLS;
    responses = null;
    turns = null;
    spending = null;
    rungs = null;
    nextTurn = null;
    terminatedBy = null;
  }

  private CallHistory ownWindow(String tool, int windowSize) {
    if (ownWindows == null) {
      ownWindows = new BoundedMap<>(MOST_WINDOWS);
    }
    return ownWindows.computeIfAbsent(tool, name -> new CallHistory(windowSize));
  }
}
