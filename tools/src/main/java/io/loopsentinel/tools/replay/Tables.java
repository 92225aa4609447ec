package io.loopsentinel.tools.replay;

import static io.loopsentinel.targets.text.Numbers.count;
import static io.loopsentinel.targets.text.Numbers.median;
import static io.loopsentinel.targets.text.Numbers.rough;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Formats the figures of a replay as tables. */
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
          "findings\n" + rung.text(),
          detector ->
              Numbers.countOrNone(total.of(detector).findings().getOrDefault(rung.text(), 0L)));
    }
    return table.of(List.copyOf(total.detectors().keySet()), List.of());
  }

  /** Returns the shares of solved runs that are flagged and stopped, in total and by detector. */
  static String solved(Tally total) {
    record Row(String name, Tally.Stage flagged, Tally.Stage stopped) {}
    List<Row> detectors =
        total.detectors().entrySet().stream()
            .map(
                each ->
                    new Row(each.getKey(), each.getValue().flagged(), each.getValue().stopped()))
            .filter(row -> row.flagged().solved() > 0)
            .toList();
    Function<Tally.Stage, String> share =
        stage ->
            "%s of %s solved (%s)"
                .formatted(
                    count(stage.solved()),
                    count(total.solved()),
                    Numbers.percent(stage.solved(), total.solved()));
    return new TextTable<Row>()
        .left("solved runs", Row::name)
        .right("flagged", row -> share.apply(row.flagged()))
        .right("stopped", row -> share.apply(row.stopped()))
        .of(List.of(new Row("all", total.flagged(), total.stopped())), detectors);
  }

  /** Returns the calls that would have got an earlier result, by tool. */
  static String reuse(ReuseTrial trial) {
    record Row(String name, ReuseTrial.Figures of) {}
    List<Row> tools =
        trial.figures().entrySet().stream()
            .map(each -> new Row(each.getKey(), each.getValue()))
            .toList();
    return new TextTable<Row>()
        .left("reuse", Row::name)
        .count("calls", row -> row.of().calls())
        .count("reused", row -> row.of().reused())
        .right("", row -> Numbers.percent(row.of().reused(), row.of().calls()))
        .count("stale", row -> row.of().stale())
        .of(tools, tools.size() > 1 ? List.of(new Row("all", trial.total())) : List.of());
  }

  private static <T> TextTable<T> stage(
      TextTable<T> table, String name, Function<T, Tally.Stage> stage) {
    return table
        .count(name + "\nruns", row -> stage.apply(row).runs())
        .count("\nsolved", row -> stage.apply(row).solved())
        .count("calls\nafter", row -> stage.apply(row).callsAfter());
  }

  static String scores(Scores scores) {
    record Row(String name, Score score) {}
    List<Row> detectors = new ArrayList<>();
    scores
        .detectors()
        .forEach(
            (detector, pair) -> {
              if (pair.firstRung().found() > 0 || !pair.firstRung().falseAlarms().isEmpty()) {
                detectors.add(new Row(detector, pair.firstRung()));
                detectors.add(new Row(detector + ", not run", pair.firstStop()));
              }
            });
    return new TextTable<Row>()
        .left("by labels", Row::name)
        .count("loops\nfound", row -> row.score().found())
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

  /** Returns all figures that are not zero on both sides, with differences marked. */
  static String comparison(Measurement main, Measurement other) {
    Map<String, String> first = figures(main);
    Map<String, String> second = figures(other);
    List<String> names = new ArrayList<>(first.keySet());
    names.removeIf(name -> "0".equals(first.get(name)) && "0".equals(second.get(name)));
    return new TextTable<String>()
        .left("", name -> name)
        .right(main.name(), first::get)
        .right(other.name(), second::get)
        .left("", name -> Objects.equals(first.get(name), second.get(name)) ? "" : "*")
        .of(names, List.of());
  }

  private static Map<String, String> figures(Measurement measurement) {
    Map<String, String> figures = new LinkedHashMap<>();
    Tally total = measurement.total();
    addStage(figures, "flagged", total.flagged());
    addStage(figures, "stopped", total.stopped());
    for (String detector : Firing.DETECTORS) {
      figures.put(detector + ": runs flagged", count(total.of(detector).flagged().runs()));
      figures.put(detector + ": runs stopped", count(total.of(detector).stopped().runs()));
    }
    Scores scores = measurement.scores();
    if (scores != null) {
      addScore(figures, "first rung", scores.all().firstRung());
      addScore(figures, "first call not run", scores.all().firstStop());
    }
    return figures;
  }

  private static void addStage(Map<String, String> figures, String name, Tally.Stage stage) {
    figures.put("runs " + name, count(stage.runs()));
    figures.put("runs " + name + " that solved their task", count(stage.solved()));
    figures.put("calls after " + name, count(stage.callsAfter()));
    figures.put("tokens after " + name, rough(stage.tokensAfter()));
  }

  private static void addScore(Map<String, String> figures, String name, Score score) {
    figures.put(name + ": loops found", count(score.found()));
    figures.put(name + ": false alarms", count(score.falseAlarms().size()));
    figures.put(name + ": median delay", median(score.medianDelay()));
    figures.put(name + ": calls saved", count(score.saved()));
    figures.put(name + ": honest repeats stopped", count(score.honestStopped()));
  }
}
