package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares findings with labels: of all detectors together and of each alone. */
final class Scores {

  private final Labels labelled;

  @JsonProperty private final int labels;
  @JsonProperty private int runs;

  @JsonProperty private int runsWithLoop;
  @JsonProperty private int runsWithoutLoop;
  @JsonProperty private int callsWasted;
  @JsonProperty private final Pair all = new Pair();
  @JsonProperty private final Map<String, Pair> detectors = new LinkedHashMap<>();

  /**
   * Two scores.
   *
   * @param firstRung of the first finding of each run, whatever its rung
   * @param firstStop of the first call of each run that would not have run
   */
  record Pair(Score firstRung, Score firstStop) {

    private Pair() {
      this(new Score(), new Score());
    }

    private void add(Labels.Run label, List<Firing> firings) {
      firstRung.add(label, firings);
      firstStop.add(label, firings.stream().filter(Firing::isStop).toList());
    }
  }

  /** Creates scores against labels. */
  Scores(Labels labelled) {
    this.labelled = labelled;
    this.labels = labelled.size();
    Firing.DETECTORS.forEach(detector -> detectors.put(detector, new Pair()));
  }

  /** Compares a run where it has a label. */
  void add(PlayedRun run) {
    Labels.Run label = labelled.of(run.id());
    if (label == null) {
      return;
    }
    runs++;
    List<Labels.Loop> loops = label.sureLoops();
    runsWithLoop += loops.isEmpty() ? 0 : 1;
    runsWithoutLoop += label.loops().isEmpty() ? 1 : 0;
    callsWasted += loops.stream().mapToInt(Labels.Loop::wasted).sum();
    all.add(label, run.firings());
    detectors.forEach((detector, pair) -> pair.add(label, run.firings(detector)));
  }

  Pair all() {
    return all;
  }

  /** Returns the scores of one detector alone. */
  Pair of(String detector) {
    return Objects.requireNonNull(detectors.get(detector), "there is one for each detector");
  }

  int runs() {
    return runs;
  }

  int labels() {
    return labels;
  }

  /** Returns how many runs have a loop that counts. */
  int withLoop() {
    return runsWithLoop;
  }

  /** Returns how many runs have no loop at all. */
  int withoutLoop() {
    return runsWithoutLoop;
  }

  /** Returns how many calls the loops that count go on after they were evident. */
  int wasted() {
    return callsWasted;
  }
}
