package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Compares findings with labels: of all detectors together and of each alone. */
final class Scores {

  private final Labels labels;
  private final List<Score.LabelledRun> runs = new ArrayList<>();

  /**
   * Two scores.
   *
   * @param firstRung of the first finding of each run, whatever its rung
   * @param firstStop of the first call of each run that would not have run
   */
  record Pair(Score firstRung, Score firstStop) {}

  /** Creates scores against labels. */
  Scores(Labels labels) {
    this.labels = labels;
  }

  /** Takes a run; one without a label does not count. */
  void add(PlayedRun run) {
    Labels.Run label = labels.byId().get(run.id());
    if (label != null) {
      runs.add(new Score.LabelledRun(label, run));
    }
  }

  Pair all() {
    return pair(firing -> true);
  }

  /** Returns the scores of one detector alone. */
  Pair of(String detector) {
    return pair(firing -> firing.detector().equals(detector));
  }

  private Pair pair(Predicate<Firing> kind) {
    return new Pair(Score.of(runs, kind), Score.of(runs, kind.and(Firing::isStop)));
  }

  int runs() {
    return runs.size();
  }

  int labels() {
    return labels.byId().size();
  }

  /** Returns how many runs have a loop that counts. */
  int withLoop() {
    return (int) runs.stream().filter(run -> !run.label().sureLoops().isEmpty()).count();
  }

  /** Returns how many runs have no loop at all. */
  int withoutLoop() {
    return (int) runs.stream().filter(run -> run.label().loops().isEmpty()).count();
  }

  /** Returns how many calls the loops that count go on after they were evident. */
  int wasted() {
    return runs.stream()
        .flatMap(run -> run.label().sureLoops().stream())
        .mapToInt(Labels.Loop::wasted)
        .sum();
  }

  /** Returns what is written as JSON. */
  @JsonValue
  Map<String, Object> figures() {
    Map<String, Pair> detectors = new LinkedHashMap<>();
    Firing.DETECTORS.forEach(detector -> detectors.put(detector, of(detector)));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("labels", labels());
    figures.put("runs", runs());
    figures.put("runs_with_loop", withLoop());
    figures.put("runs_without_loop", withoutLoop());
    figures.put("calls_wasted", wasted());
    figures.put("all", all());
    figures.put("detectors", detectors);
    return figures;
  }
}
