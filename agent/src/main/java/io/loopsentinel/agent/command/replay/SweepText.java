package io.loopsentinel.agent.command.replay;

import java.util.ArrayList;
import java.util.List;

/** The figures under each value of a setting, as a table. */
public final class SweepText {

  private SweepText() {}

  /** Returns the table. */
  public static String of(ReplayResult.Sweep sweep) {
    List<String> heads = new ArrayList<>();
    heads.add("<" + sweep.setting());
    heads.addAll(
        List.of(
            "flagged\nruns",
            "\nsolved",
            "calls\nafter",
            "stopped\nruns",
            "\nsolved",
            "calls\nafter"));
    boolean labelled = sweep.points().stream().allMatch(point -> point.scores() != null);
    if (labelled) {
      heads.addAll(
          List.of(
              "loops\nfound",
              "false\nalarms",
              "median\ndelay",
              "not run:\nfound",
              "false\nalarms",
              "calls\nsaved",
              "honest\nstopped"));
    }
    TextTable table = new TextTable(heads.toArray(String[]::new));
    for (Measurement point : sweep.points()) {
      List<String> cells = cells(point);
      Scores scores = point.scores();
      if (labelled && scores != null) {
        addScores(cells, scores);
      }
      table.row(cells);
    }
    return table.toString();
  }

  private static List<String> cells(Measurement point) {
    Tally total = point.total();
    List<String> cells = new ArrayList<>();
    cells.add(point.name());
    cells.add(Figures.count(total.flagged().runs()));
    cells.add(Figures.count(total.flagged().succeeded()));
    cells.add(Figures.count(total.flagged().callsAfter()));
    cells.add(Figures.count(total.stopped().runs()));
    cells.add(Figures.count(total.stopped().succeeded()));
    cells.add(Figures.count(total.stopped().callsAfter()));
    return cells;
  }

  private static void addScores(List<String> cells, Scores scores) {
    Score first = scores.all().firstRung();
    Score stop = scores.all().firstStop();
    cells.add(Figures.count(first.found().size()));
    cells.add(Figures.count(first.falseAlarms().size()));
    cells.add(Figures.median(first.medianDelay()));
    cells.add(Figures.count(stop.found().size()));
    cells.add(Figures.count(stop.falseAlarms().size()));
    cells.add(Figures.count(stop.saved()));
    cells.add(Figures.count(stop.honestStopped()));
  }
}
