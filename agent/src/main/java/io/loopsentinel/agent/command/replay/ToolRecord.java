package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.ResultMatch;
import java.util.List;
import java.util.Objects;

/**
 * What the runs in which a tool was flagged say about it.
 *
 * <p>Its repeats are <em>honest</em> in a run that solved its task, and in one where they brought
 * other results each time. Anywhere else they may be a loop.
 */
final class ToolRecord {

  private int honestRuns;
  private int doubtfulRuns;
  private int equalCalls;
  private boolean onlyChanging = true;
  private int otherSucceeded;
  private int otherNotSucceeded;

  /** Adds the findings on the tool in one run. */
  void add(PlayedRun run, String tool, List<Firing> firings) {
    List<Firing> repeats =
        firings.stream().filter(f -> f.finding().detector().equals(RepeatDetector.NAME)).toList();
    if (!repeats.isEmpty()) {
      addRepeats(run, tool, repeats);
    }
    if (repeats.size() < firings.size()) {
      otherSucceeded += run.succeeded() ? 1 : 0;
      otherNotSucceeded += run.succeeded() ? 0 : 1;
    }
  }

  private void addRepeats(PlayedRun run, String tool, List<Firing> repeats) {
    boolean changing =
        repeats.stream().allMatch(f -> f.finding().results() == ResultMatch.CHANGING);
    if (run.succeeded() || changing) {
      honestRuns++;
      onlyChanging &= changing;
      equalCalls = Math.max(equalCalls, Objects.requireNonNullElse(run.equalCalls().get(tool), 0));
    } else {
      doubtfulRuns++;
    }
  }

  int honestRuns() {
    return honestRuns;
  }

  int doubtfulRuns() {
    return doubtfulRuns;
  }

  /** Returns how many equal calls an honest run made at most. */
  int equalCalls() {
    return equalCalls;
  }

  /** Whether the results of the honest repeats changed in every run. */
  boolean isOnlyChanging() {
    return onlyChanging;
  }

  /** Returns how many successful runs other detectors flagged the tool in. */
  int otherSucceeded() {
    return otherSucceeded;
  }

  /** Returns in how many other runs they did. */
  int otherNotSucceeded() {
    return otherNotSucceeded;
  }
}
