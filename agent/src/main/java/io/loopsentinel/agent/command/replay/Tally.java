package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.loopsentinel.engine.settings.Action;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what was found in the runs of a file, or of all files; written as JSON as it is.
 *
 * @param runsEstimated for how many runs the tokens are estimated
 * @param flagged what follows the first finding of each run, whatever its rung
 * @param stopped what follows the first call of each run that would not have run
 * @param detectors those that found something
 */
record Tally(
    String name,
    int runs,
    long calls,
    long tokens,
    @JsonProperty("runs_with_estimated_tokens") int runsEstimated,
    Stage flagged,
    Stage stopped,
    Map<String, DetectorTally> detectors) {

  /** Creates an empty tally. */
  Tally(String name) {
    this(name, 0, 0, 0, 0, Stage.NONE, Stage.NONE, Map.of());
  }

  /** Returns what one detector found; zeros where it found nothing. */
  DetectorTally of(String detector) {
    return detectors.getOrDefault(detector, DetectorTally.NONE);
  }

  /** Returns this with a run more. */
  Tally plus(PlayedRun run) {
    Map<String, DetectorTally> counted = new LinkedHashMap<>();
    for (String detector : Firing.DETECTORS) {
      List<Firing> own =
          run.firings().stream().filter(each -> each.detector().equals(detector)).toList();
      DetectorTally tally = of(detector).plus(run, own);
      if (!tally.findings().isEmpty()) {
        counted.put(detector, tally);
      }
    }
    return new Tally(
        name,
        runs + 1,
        calls + run.calls(),
        tokens + run.tokens(),
        runsEstimated + (run.tokensEstimated() ? 1 : 0),
        flagged.plus(run, run.firstRung()),
        stopped.plus(run, run.firstStop()),
        Collections.unmodifiableMap(counted));
  }

  /** The runs that came to a certain rung, those of them that were solved, and what followed. */
  record Stage(int runs, int solved, long callsAfter, long tokensAfter) {

    static final Stage NONE = new Stage(0, 0, 0, 0);

    private Stage plus(PlayedRun run, Optional<Firing> first) {
      return first
          .map(
              firing ->
                  new Stage(
                      runs + 1,
                      solved + (run.succeeded() ? 1 : 0),
                      callsAfter + run.callsAfter(firing),
                      tokensAfter + firing.tokensAfter()))
          .orElse(this);
    }
  }

  /**
   * What one detector found.
   *
   * @param first in how many runs it was the first to find something
   * @param findings how many of its findings came to each rung
   */
  record DetectorTally(
      @JsonProperty("first_in_runs") int first,
      Stage flagged,
      Stage stopped,
      Map<String, Integer> findings) {

    static final DetectorTally NONE = new DetectorTally(0, Stage.NONE, Stage.NONE, Map.of());

    /** Returns how many of its findings came to a rung. */
    int at(Action rung) {
      return findings.getOrDefault(Firing.name(rung), 0);
    }

    private DetectorTally plus(PlayedRun run, List<Firing> own) {
      if (own.isEmpty()) {
        return this;
      }
      Map<String, Integer> counts = new LinkedHashMap<>();
      Arrays.stream(Action.values()).forEach(rung -> counts.put(Firing.name(rung), at(rung)));
      own.forEach(firing -> counts.merge(Firing.name(firing.rung()), 1, Integer::sum));
      return new DetectorTally(
          first + (own.get(0).equals(run.firings().get(0)) ? 1 : 0),
          flagged.plus(run, own.stream().findFirst()),
          stopped.plus(run, own.stream().filter(Firing::isStop).findFirst()),
          Collections.unmodifiableMap(counts));
    }
  }
}
