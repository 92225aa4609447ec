package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a session for its detectors: calls, outcomes, turns and what was spent.
 *
 * <p>Not thread-safe: its session guards it.
 */
public final class SessionHistory {

  /** Tools with a window of their own; the one longest not called is forgotten. */
  private static final int MOST_WINDOWS = 128;

  /** There is room for all outcomes of so many tools; beyond, the oldest of any are forgotten. */
  private static final int MOST_TOOLS = 32;

  private final HistorySizes sizes;
  private final CallHistory calls;
  private PeriodCounts periods = PeriodCounts.NONE;
  private @Nullable CallHistory sharedWindow;
  private @Nullable Map<String, CallHistory> ownWindows;
  private final List<PastOutcome> outcomes = new ArrayList<>(0);
  private final Responses responses = new Responses();
  private @Nullable RecentTurns turns;
  private @Nullable Spending spending;
  private @Nullable Deque<Runnable> sinceMark;

  /** Creates the history of a session without calls. */
  public SessionHistory(HistorySizes sizes) {
    this.sizes = sizes;
    this.calls = new CallHistory(sizes.window(), sizes.calls());
  }

  /** Returns the latest calls of all tools. */
  public CallHistory calls() {
    return calls;
  }

  /** Returns how often blocks of calls were repeated. */
  PeriodCounts periods() {
    return periods;
  }

  /** Returns the history in which equal calls of a tool are counted. */
  CallHistory window(String tool, ToolRule rule) {
    if (sizes.oneWindow()) {
      return calls;
    }
    if (rule.overridden()) {
      if (ownWindows == null) {
        ownWindows = new BoundedMap<>(MOST_WINDOWS);
      }
      int size = rule.policy().windowSize();
      return ownWindows.computeIfAbsent(tool, name -> new CallHistory(size, size));
    }
    if (sharedWindow == null) {
      sharedWindow = new CallHistory(sizes.window(), sizes.window());
    }
    return sharedWindow;
  }

  /** Returns the same for a call. */
  CallHistory window(Call call) {
    return window(call.tool(), call.rule());
  }

  /** Returns which response of the model calls belong to. */
  public Responses responses() {
    return responses;
  }

  /** Returns the latest turns of the model. */
  public RecentTurns turns() {
    if (turns == null) {
      turns = new RecentTurns();
    }
    return turns;
  }

  /** Returns what the session has used of its budget. */
  public Spending spending() {
    if (spending == null) {
      spending = new Spending();
    }
    return spending;
  }

  /** Returns whether the model asked for a call before, in the response that this one is of. */
  public boolean isAskedForTwice(Fingerprint fingerprint) {
    responses.called();
    return calls.isAmongLatest(fingerprint, responses.recordedCalls());
  }

  /** Returns whether the calls of the latest response brought something new. */
  public boolean broughtNews() {
    return News.isIn(responses.recordedCalls(), calls);
  }

  /** Records a call that runs. */
  public void record(Call call) {
    PeriodCounts periodsBefore = periods;
    periods = periods.with(call.fingerprint(), calls, sizes.maxPeriod());
    CallHistory window = window(call);
    responses.recorded();
    Runnable undo = calls.add(call);
    Runnable undoInWindow = window.equals(calls) ? () -> {} : window.add(call);
    remember(
        () -> {
          undo.run();
          undoInWindow.run();
          periods = periodsBefore;
          responses.takeBack(1);
        });
  }

  /** Counts a call that runs against the budget. */
  public void spend(String tool) {
    spending().called(tool);
    remember(() -> spending().takeBack(tool));
  }

  private void remember(Runnable undo) {
    if (sinceMark != null) {
      sinceMark.push(undo);
    }
  }

  /** Sets a mark to which {@link #rollBack} goes back. */
  public void mark() {
    sinceMark = new ArrayDeque<>();
  }

  /** Takes back the calls that were recorded or spent since the mark. */
  public void rollBack() {
    if (sinceMark != null) {
      sinceMark.forEach(Runnable::run);
    }
    clearMark();
  }

  /** Removes the mark. */
  public void clearMark() {
    sinceMark = null;
  }

  /** Adds the outcome of a call. */
  public void complete(Call call, Outcome outcome) {
    call.complete(CallResult.of(outcome));
    List<PastOutcome> ofTool = outcomesOf(call.tool());
    if (ofTool.size() >= sizes.outcomes()) {
      outcomes.remove(ofTool.get(ofTool.size() - 1));
    } else if (outcomes.size() >= MOST_TOOLS * sizes.outcomes()) {
      outcomes.remove(0);
    }
    outcomes.add(new PastOutcome(call, outcome));
  }

  /** Returns the latest outcomes of a tool; at least one was added. */
  ToolOutcomes outcomes(String tool) {
    return new ToolOutcomes(outcomesOf(tool));
  }

  private List<PastOutcome> outcomesOf(String tool) {
    List<PastOutcome> ofTool = new ArrayList<>(0);
    for (int i = outcomes.size() - 1; i >= 0; i--) {
      if (outcomes.get(i).call().tool().equals(tool)) {
        ofTool.add(outcomes.get(i));
      }
    }
    return ofTool;
  }
}
