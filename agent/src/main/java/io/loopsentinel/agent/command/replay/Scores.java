package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detectors;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Compares findings with labels: of all detectors together and of each alone. */
public final class Scores {

  private final Labels labels;
  private final Pair all = new Pair();
  private final Map<String, Pair> detectors = new TreeMap<>(Detectors.ORDER);
  private int runs;
  private int withLoop;
  private int withoutLoop;
  private int wasted;

  /** The scores at the first rung, whatever it is, and at the first call not run. */
  public static final class Pair {

    private final Score firstRung = new Score();
    private final Score firstStop = new Score();

    private void add(LabelledRun label, PlayedRun run, List<Firing> firings) {
      firstRung.add(label, run, firings);
      firstStop.add(label, run, firings.stream().filter(Firing::isStop).toList());
    }

    /** Returns the score of the first finding of each run, whatever its rung. */
    public Score firstRung() {
      return firstRung;
    }

    /** Returns the score of the first call of each run that would not have run. */
    public Score firstStop() {
      return firstStop;
    }
  }

  /** Creates scores against labels. */
  public Scores(Labels labels) {
    this.labels = labels;
    for (String detector : Detectors.names()) {
      detectors.put(detector, new Pair());
    }
  }

  /** Compares a run where it has a label. */
  public void add(PlayedRun run) {
    LabelledRun label = labels.of(run.id());
    if (label == null) {
      return;
    }
    runs++;
    List<LabelledRun.Loop> loops = label.sureLoops();
    withLoop += loops.isEmpty() ? 0 : 1;
    withoutLoop += label.loops().isEmpty() ? 1 : 0;
    wasted += loops.stream().mapToInt(LabelledRun.Loop::wasted).sum();
    all.add(label, run, run.firings());
    detectors.forEach(
        (detector, pair) ->
            pair.add(
                label,
                run,
                run.firings().stream()
                    .filter(f -> f.finding().detector().equals(detector))
                    .toList()));
  }

  /** Returns the scores of all detectors together. */
  public Pair all() {
    return all;
  }

  /** Returns the scores of each detector alone. */
  public Map<String, Pair> detectors() {
    return Collections.unmodifiableMap(detectors);
  }

  /** Returns the scores of one detector alone. */
  public Pair of(String detector) {
    return Objects.requireNonNull(detectors.get(detector), "there is one for each detector");
  }

  /** Returns how many runs have a label. */
  public int runs() {
    return runs;
  }

  /** Returns how many labels there are. */
  public int labels() {
    return labels.size();
  }

  /** Returns how many runs have a loop that counts. */
  public int withLoop() {
    return withLoop;
  }

  /** Returns how many runs have no loop at all. */
  public int withoutLoop() {
    return withoutLoop;
  }

  /** Returns how many calls the loops that count go on after they were evident. */
  public int wasted() {
    return wasted;
  }
}
