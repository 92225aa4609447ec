package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detectors;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what was found in the runs of a file, or of all files. */
public final class Tally {

  private final String name;
  private int runs;
  private long calls;
  private long tokens;
  private int runsEstimated;
  private final Stage flagged = new Stage();
  private final Stage stopped = new Stage();
  private final Map<String, DetectorTally> detectors = new TreeMap<>(Detectors.ORDER);

  /** Creates an empty tally. */
  public Tally(String name) {
    this.name = name;
  }

  /** Counts a run. */
  public void add(PlayedRun run) {
    runs++;
    calls += run.calls();
    tokens += run.tokens();
    runsEstimated += run.tokensEstimated() ? 1 : 0;
    flagged.add(run, run.firstRung());
    stopped.add(run, run.firstStop());
    Set<String> seen = new HashSet<>();
    for (Firing firing : run.firings()) {
      String detector = firing.finding().detector();
      if (seen.add(detector)) {
        detectors.computeIfAbsent(detector, kind -> new DetectorTally()).add(run, detector);
      }
    }
  }

  /** Returns the file's name. */
  public String name() {
    return name;
  }

  /** Returns how many runs were played. */
  public int runs() {
    return runs;
  }

  /** Returns how many calls they made. */
  public long calls() {
    return calls;
  }

  /** Returns how many tokens they took. */
  public long tokens() {
    return tokens;
  }

  /** Returns for how many runs the tokens are estimated. */
  public int runsEstimated() {
    return runsEstimated;
  }

  /** Returns what follows the first finding of each run, whatever its rung. */
  public Stage flagged() {
    return flagged;
  }

  /** Returns what follows the first call of each run that would not have run. */
  public Stage stopped() {
    return stopped;
  }

  /** Returns what one detector found; zeros where it found nothing. */
  public DetectorTally of(String detector) {
    return detectors.getOrDefault(detector, new DetectorTally());
  }

  /** Returns the detectors that found something. */
  public Map<String, DetectorTally> detectors() {
    return Collections.unmodifiableMap(detectors);
  }
}
