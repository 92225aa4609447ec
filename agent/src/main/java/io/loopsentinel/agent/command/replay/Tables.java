package io.loopsentinel.agent.command.replay;

import static io.loopsentinel.agent.command.replay.Numbers.count;
import static io.loopsentinel.agent.command.replay.Numbers.median;
import static io.loopsentinel.agent.command.replay.Numbers.rough;

import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The figures of a replay as tables. */
final class Tables {

  private Tables() {}

  static String files(Measurement measurement) {
    TextTable<Tally> table =
        new TextTable<Tally>()
            .left("file", Tally::name)
            .count("runs", Tally::runs)
            .count("calls", Tally::calls)
            .right("tokens", tally -> rough(tally.tokens()));
    stage(table, "flagged", Tally::flagged)
        .right("tokens\nafter", tally -> rough(tally.flagged().tokensAfter()));
    stage(table, "stopped", Tally::stopped)
        .right("tokens\nafter", tally -> rough(tally.stopped().tokensAfter()));
    List<Tally> files = measurement.files();
    return table.of(files, files.size() > 1 ? List.of(measurement.total()) : List.of());
  }

  static String detectors(Tally total) {
    TextTable<String> table =
        new TextTable<String>()
            .left("detector", detector -> detector)
            .count("runs\nflagged", detector -> total.of(detector).flagged().runs())
            .count("runs\nstopped", detector -> total.of(detector).stopped().runs())
            .count("first\nin runs", detector -> total.of(detector).first());
    for (Action rung : Action.values()) {
      table.right(
          "findings\n" + Firing.name(rung),
          detector -> Numbers.countOrNone(total.of(detector).at(rung)));
    }
    return table.of(List.copyOf(total.detectors().keySet()), List.of());
  }

  static String sweep(Measurements.Sweep sweep) {
    TextTable<Measurement> table =
        new TextTable<Measurement>().left(sweep.setting(), Measurement::name);
    stage(table, "flagged", point -> point.total().flagged());
    stage(table, "stopped", point -> point.total().stopped());
    if (sweep.points().stream().allMatch(point -> point.scores() != null)) {
      table
          .count("loops\nfound", point -> firstRung(point).found().size())
          .count("false\nalarms", point -> firstRung(point).falseAlarms().size())
          .right("median\ndelay", point -> median(firstRung(point).medianDelay()))
          .count("not run:\nfound", point -> firstStop(point).found().size())
          .count("false\nalarms", point -> firstStop(point).falseAlarms().size())
          .count("calls\nsaved", point -> firstStop(point).saved())
          .count("honest\nstopped", point -> firstStop(point).honestStopped());
    }
    return table.of(sweep.points(), List.of());
  }

  private static <T> TextTable<T> stage(
      TextTable<T> table, String name, Function<T, Tally.Stage> stage) {
    return table
        .count(name + "\nruns", row -> stage.apply(row).runs())
        .count("\nsolved", row -> stage.apply(row).solved())
        .count("calls\nafter", row -> stage.apply(row).callsAfter());
  }

  /** Returns what findings are worth by the labels: of all detectors together and of each alone. */
  static String scores(Scores scores) {
    record Row(String name, Score score) {}
    List<Row> detectors = new ArrayList<>();
    for (String detector : Firing.DETECTORS) {
      Scores.Pair pair = scores.of(detector);
      if (!pair.firstRung().found().isEmpty() || !pair.firstRung().falseAlarms().isEmpty()) {
        detectors.add(new Row(detector, pair.firstRung()));
        detectors.add(new Row(detector + ", not run", pair.firstStop()));
      }
    }
    return new TextTable<Row>()
        .left("by labels", Row::name)
        .count("loops\nfound", row -> row.score().found().size())
        .count("of", row -> scores.withLoop())
        .count("false\nalarms", row -> row.score().falseAlarms().size())
        .count("of", row -> scores.withoutLoop())
        .right("median\ndelay", row -> median(row.score().medianDelay()))
        .count("calls\nsaved", row -> row.score().saved())
        .count("of", row -> scores.wasted())
        .right("", row -> Numbers.percent(row.score().saved(), scores.wasted()))
        .count("honest\nstopped", row -> row.score().honestStopped())
        .of(
            List.of(
                new Row("first rung", scores.all().firstRung()),
                new Row("first call not run", scores.all().firstStop())),
            detectors);
  }

  /** Returns all figures that are not zero on both sides; differences carry a mark. */
  static String comparison(Measurement main, Measurement other) {
    List<Metric> metrics = new ArrayList<>();
    compareStage(metrics, "flagged", Tally::flagged);
    compareStage(metrics, "stopped", Tally::stopped);
    for (String detector : Firing.DETECTORS) {
      add(metrics, detector + ": runs flagged", m -> m.total().of(detector).flagged().runs());
      add(metrics, detector + ": runs stopped", m -> m.total().of(detector).stopped().runs());
    }
    if (main.scores() != null) {
      compareScore(metrics, "first rung", Tables::firstRung);
      compareScore(metrics, "first call not run", Tables::firstStop);
    }
    metrics.removeIf(metric -> metric.of(main).equals("0") && metric.of(other).equals("0"));
    return new TextTable<Metric>()
        .left("", Metric::name)
        .right(main.name(), metric -> metric.of(main))
        .right(other.name(), metric -> metric.of(other))
        .left("", metric -> metric.of(main).equals(metric.of(other)) ? "" : "*")
        .of(metrics, List.of());
  }

  /** A figure by which configurations are compared. */
  private record Metric(String name, Function<Measurement, String> value) {

    String of(Measurement measurement) {
      return value.apply(measurement);
    }
  }

  private static void compareStage(
      List<Metric> metrics, String name, Function<Tally, Tally.Stage> stage) {
    add(metrics, "runs " + name, m -> stage.apply(m.total()).runs());
    add(metrics, "runs " + name + " that solved their task", m -> stage.apply(m.total()).solved());
    add(metrics, "calls after " + name, m -> stage.apply(m.total()).callsAfter());
    metrics.add(
        new Metric("tokens after " + name, m -> rough(stage.apply(m.total()).tokensAfter())));
  }

  private static void compareScore(
      List<Metric> metrics, String name, Function<Measurement, Score> score) {
    add(metrics, name + ": loops found", m -> score.apply(m).found().size());
    add(metrics, name + ": false alarms", m -> score.apply(m).falseAlarms().size());
    metrics.add(new Metric(name + ": median delay", m -> median(score.apply(m).medianDelay())));
    add(metrics, name + ": calls saved", m -> score.apply(m).saved());
    add(metrics, name + ": honest repeats stopped", m -> score.apply(m).honestStopped());
  }

  private static void add(List<Metric> metrics, String name, ToLongFunction<Measurement> count) {
    metrics.add(new Metric(name, measurement -> count(count.applyAsLong(measurement))));
  }

  private static Score firstRung(Measurement measurement) {
    return Objects.requireNonNull(measurement.scores()).all().firstRung();
  }

  private static Score firstStop(Measurement measurement) {
    return Objects.requireNonNull(measurement.scores()).all().firstStop();
  }
}
