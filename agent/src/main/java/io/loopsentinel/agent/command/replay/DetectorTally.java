package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.settings.Action;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what one detector found. */
public final class DetectorTally {

  private int first;
  private final Stage flagged = new Stage();
  private final Stage stopped = new Stage();
  private final Map<Action, Long> rungs = new EnumMap<>(Action.class);

  /** Counts the detector's findings of a run. */
  void add(PlayedRun run, String detector) {
    List<Firing> own =
        run.firings().stream().filter(f -> f.finding().detector().equals(detector)).toList();
    first += run.firings().get(0).finding().detector().equals(detector) ? 1 : 0;
    flagged.add(run, own.stream().findFirst());
    stopped.add(run, own.stream().filter(Firing::isStop).findFirst());
    own.forEach(firing -> rungs.merge(firing.rung(), 1L, Long::sum));
  }

  /** Returns in how many runs it was the first to find something. */
  public int first() {
    return first;
  }

  /** Returns what follows its first finding of each run, whatever its rung. */
  public Stage flagged() {
    return flagged;
  }

  /** Returns what follows its first stop of each run. */
  public Stage stopped() {
    return stopped;
  }

  /** Returns how many of its findings came to a rung. */
  public long at(Action rung) {
    return rungs.getOrDefault(rung, 0L);
  }
}
