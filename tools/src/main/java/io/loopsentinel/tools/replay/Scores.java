package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scores of all detectors together and of each alone, serialized to JSON as they are; see
 * {@code docs/replay.md}.
 */
record Scores(
    int labels,
    int runs,
    @JsonProperty("runs_with_loop") long withLoop,
    @JsonProperty("runs_without_loop") long withoutLoop,
    @JsonProperty("labelled_loops") long loops,
    @JsonProperty("calls_wasted") int wasted,
    Pair all,
    Map<String, Pair> detectors) {

  /** The scores of the first finding of each run, and of the first one that stops a call. */
  record Pair(Score firstRung, Score firstStop) {

    private static Pair of(List<Score.LabelledRun> runs, Predicate<Firing> kind) {
      return new Pair(Score.of(runs, kind), Score.of(runs, kind.and(Firing::isStop)));
    }
  }

  /** Scores the runs that have a label. */
  static Scores of(Map<String, Label> labels, List<PlayedRun> played) {
    List<Score.LabelledRun> runs =
        played.stream()
            .flatMap(
                run ->
                    Stream.ofNullable(labels.get(run.id()))
                        .map(label -> new Score.LabelledRun(label, run)))
            .toList();
    Map<String, Pair> detectors = new LinkedHashMap<>();
    for (String detector : Firing.DETECTORS) {
      detectors.put(detector, Pair.of(runs, each -> each.detector().equals(detector)));
    }
    return new Scores(
        labels.size(),
        runs.size(),
        runs.stream().filter(run -> !run.label().confidentLoops().isEmpty()).count(),
        runs.stream().filter(run -> run.label().loops().isEmpty()).count(),
        runs.stream().mapToLong(run -> run.label().confidentLoops().size()).sum(),
        runs.stream()
            .flatMap(run -> run.label().confidentLoops().stream())
            .mapToInt(loop -> loop.last() - loop.evident() + 1)
            .sum(),
        Pair.of(runs, each -> true),
        detectors);
  }
}
