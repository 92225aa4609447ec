package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detectors;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a measurement by name, in the order in which they are compared. */
final class Metric {

  private Metric() {}

  static Map<String, String> of(Measurement measurement) {
    Map<String, String> metrics = new LinkedHashMap<>();
    Tally total = measurement.total();
    stage(metrics, "flagged", total.flagged());
    stage(metrics, "stopped", total.stopped());
    for (String detector : Detectors.names()) {
      DetectorTally tally = total.of(detector);
      metrics.put(detector + ": runs flagged", Figures.count(tally.flagged().runs()));
      metrics.put(detector + ": runs stopped", Figures.count(tally.stopped().runs()));
    }
    Scores scores = measurement.scores();
    if (scores != null) {
      score(metrics, "first rung", scores.all().firstRung());
      score(metrics, "first call not run", scores.all().firstStop());
    }
    return metrics;
  }

  private static void stage(Map<String, String> metrics, String name, Stage stage) {
    metrics.put("runs " + name, Figures.count(stage.runs()));
    metrics.put("runs " + name + " that solved their task", Figures.count(stage.succeeded()));
    metrics.put("calls after " + name, Figures.count(stage.callsAfter()));
    metrics.put("tokens after " + name, Figures.rough(stage.tokensAfter()));
  }

  private static void score(Map<String, String> metrics, String name, Score score) {
    metrics.put(name + ": loops found", Figures.count(score.found().size()));
    metrics.put(name + ": false alarms", Figures.count(score.falseAlarms().size()));
    metrics.put(name + ": median delay", Figures.median(score.medianDelay()));
    metrics.put(name + ": calls saved", Figures.count(score.saved()));
    metrics.put(name + ": honest repeats stopped", Figures.count(score.honestStopped()));
  }
}
