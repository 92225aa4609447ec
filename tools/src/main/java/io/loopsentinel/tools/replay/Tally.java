package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.loopsentinel.engine.settings.Action;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The counts of one file or of all files, serialized to JSON as they are.
 *
 * @param solved number of runs that are known to have solved their task
 * @param flagged the runs with a finding on any rung, and what follows the first one
 * @param stopped the runs in which a call would have been stopped, and what follows the first one
 * @param stoppedCalls number of calls that would not have run
 * @param stoppedWithNews the number of these whose recorded result was a new answer
 * @param detectors the detectors that found something
 */
record Tally(
    String name,
    int runs,
    int solved,
    long calls,
    long tokens,
    @JsonProperty("cost_usd") double cost,
    @JsonProperty("runs_with_estimated_tokens") int runsEstimated,
    Stage flagged,
    Stage stopped,
    long stoppedCalls,
    int stoppedWithNews,
    Map<String, DetectorTally> detectors) {

  static Tally of(String name, List<PlayedRun> runs) {
    Map<String, DetectorTally> detectors = new LinkedHashMap<>();
    for (String detector : Firing.DETECTORS) {
      DetectorTally tally = DetectorTally.of(detector, runs);
      if (tally.flagged().runs() > 0) {
        detectors.put(detector, tally);
      }
    }
    return new Tally(
        name,
        runs.size(),
        (int) runs.stream().filter(PlayedRun::succeeded).count(),
        runs.stream().mapToLong(PlayedRun::calls).sum(),
        runs.stream().mapToLong(PlayedRun::tokens).sum(),
        runs.stream().mapToDouble(PlayedRun::cost).sum(),
        (int) runs.stream().filter(PlayedRun::tokensEstimated).count(),
        Stage.of(runs, firing -> true),
        Stage.of(runs, Firing::isStop),
        runs.stream().mapToLong(PlayedRun::stoppedCalls).sum(),
        runs.stream().mapToInt(run -> run.stoppedWithNews().size()).sum(),
        detectors);
  }

  /** Returns the counts of one detector; all 0 if it found nothing. */
  DetectorTally of(String detector) {
    return detectors.getOrDefault(detector, DetectorTally.of(detector, List.of()));
  }

  /** The number of runs that reached a rung, how many of them were solved, and what followed. */
  record Stage(
      int runs,
      int solved,
      long callsAfter,
      long tokensAfter,
      @JsonProperty("cost_after_usd") double costAfter) {

    private static Stage of(List<PlayedRun> runs, Predicate<Firing> kind) {
      Stage stage = new Stage(0, 0, 0, 0, 0);
      for (PlayedRun run : runs) {
        Optional<Firing> first = run.firings().stream().filter(kind).findFirst();
        if (first.isPresent()) {
          stage =
              new Stage(
                  stage.runs + 1,
                  stage.solved + (run.succeeded() ? 1 : 0),
                  stage.callsAfter + run.callsAfter(first.get()),
                  stage.tokensAfter + first.get().tokensAfter(),
                  stage.costAfter + first.get().costAfter());
        }
      }
      return stage;
    }
  }

  /** The counts of one detector, with the number of its findings by rung. */
  record DetectorTally(
      @JsonProperty("first_in_runs") long first,
      Stage flagged,
      Stage stopped,
      Map<String, Long> findings) {

    private static DetectorTally of(String detector, List<PlayedRun> runs) {
      Predicate<Firing> own = firing -> firing.detector().equals(detector);
      Map<String, Long> findings = new LinkedHashMap<>();
      for (Action rung : Action.values()) {
        findings.put(
            rung.text(),
            runs.stream()
                .flatMap(run -> run.firings().stream())
                .filter(own.and(firing -> firing.rung() == rung))
                .count());
      }
      return new DetectorTally(
          runs.stream().filter(run -> run.firstRung().filter(own).isPresent()).count(),
          Stage.of(runs, own),
          Stage.of(runs, own.and(Firing::isStop)),
          findings);
    }
  }
}
