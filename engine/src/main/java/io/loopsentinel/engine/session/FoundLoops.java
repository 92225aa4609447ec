package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The loops that were found in a session: how often each, what waits for the next call of a tool,
 * and what has ended the session. Not thread-safe: its session guards it.
 */
final class FoundLoops {

  /** Sightings that wait; tools that are never called again leave theirs behind. */
  private static final int MOST_WAITING = 32;

  private final Rungs rungs = new Rungs();
  private @Nullable List<Waiting> waiting;
  private Ruling.@Nullable Found terminatedBy;

  private record Waiting(String tool, Sighting sighting) {

    boolean isAbout(String otherTool, Finding finding) {
      return tool.equals(otherTool) && sighting.finding().detector() == finding.detector();
    }
  }

  /** Returns how often each loop has been found. */
  Rungs rungs() {
    return rungs;
  }

  /** Keeps a sighting for a tool's next call, instead of an earlier one of the same detector. */
  void keepFor(String tool, Sighting sighting) {
    if (waiting == null) {
      waiting = new ArrayList<>(1);
    }
    waiting.removeIf(each -> each.isAbout(tool, sighting.finding()));
    if (waiting.size() == MOST_WAITING) {
      waiting.remove(0);
    }
    waiting.add(new Waiting(tool, sighting));
  }

  /** Drops the sightings that wait for a tool's next call and are refuted. */
  void dropRefuted(String tool, Predicate<Finding> isRefuted) {
    if (waiting != null) {
      waiting.removeIf(
          each -> each.tool().equals(tool) && isRefuted.test(each.sighting().finding()));
    }
  }

  /** Returns the sightings that waited for a call of a tool, which are done with then. */
  List<Sighting> takeFor(String tool) {
    if (waiting == null) {
      return List.of();
    }
    List<Sighting> taken = new ArrayList<>(0);
    for (Waiting each : waiting) {
      if (each.tool().equals(tool)) {
        taken.add(each.sighting());
      }
    }
    waiting.removeIf(each -> each.tool().equals(tool));
    waiting = waiting.isEmpty() ? null : waiting;
    return taken;
  }

  /** Returns what ended the session, or {@code null}. */
  Ruling.@Nullable Found terminatedBy() {
    return terminatedBy;
  }

  /** Ends the session. */
  void terminate(Ruling.Found ruling) {
    terminatedBy = new Ruling.Found(ruling.sightings(), ruling.action(), null, true);
  }
}
