package io.loopsentinel.agent.session;

import io.loopsentinel.agent.detect.CallHistory;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.LoopIdentity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one session.
 *
 * <p>Not thread-safe: whoever uses it holds its monitor, so that checking a call and recording it
 * are one step. Nothing slow happens under it.
 */
final class Session {

  /** Loops whose rungs are remembered; the one longest not found starts again at its first. */
  private static final int REMEMBERED_LOOPS = 64;

  private @Nullable CallHistory sharedHistory;
  private @Nullable Map<String, CallHistory> ownHistories;
  private @Nullable Map<LoopIdentity, Integer> occurrences;
  private Ruling.@Nullable Found terminatedBy;

  /** Returns the history that the tools without an override share. */
  CallHistory sharedHistory(int windowSize) {
    if (sharedHistory == null) {
      sharedHistory = new CallHistory(windowSize);
    }
    return sharedHistory;
  }

  /** Returns the history that a tool with an override has to itself. */
  CallHistory ownHistory(String tool, int windowSize) {
    if (ownHistories == null) {
      ownHistories = new HashMap<>();
    }
    return ownHistories.computeIfAbsent(tool, name -> new CallHistory(windowSize));
  }

  /** Counts a finding and returns how often its loop has been found by now. */
  int countFinding(Finding finding) {
    if (occurrences == null) {
      occurrences = new RecentLoops();
    }
    return occurrences.merge(finding.loop(), 1, Integer::sum);
  }

  /** Returns what ended the session, or {@code null}. */
  Ruling.@Nullable Found terminatedBy() {
    return terminatedBy;
  }

  /** Ends the session; only {@link #reset} opens it again. */
  void terminate(Ruling.Found ruling) {
    terminatedBy = ruling;
  }

  /** Forgets everything. */
  void reset() {
    sharedHistory = null;
    ownHistories = null;
    occurrences = null;
    terminatedBy = null;
  }

  private static final class RecentLoops extends LinkedHashMap<LoopIdentity, Integer> {

    private static final long serialVersionUID = 1L;

    RecentLoops() {
      super(8, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<LoopIdentity, Integer> eldest) {
      return size() > REMEMBERED_LOOPS;
    }
  }
}
