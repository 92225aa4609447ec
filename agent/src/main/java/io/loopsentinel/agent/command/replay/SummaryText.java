package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a replay as two tables: one by file, one by detector. */
public final class SummaryText {

  private static final String LEGEND =
      """
      flagged: something was found, whatever its rung; stopped: a call would not have run;
      after: what followed the first such call, at most what could have been saved.
      """;

  private SummaryText() {}

  /** Returns both tables and a line on how tokens were counted. */
  public static String of(Measurement measurement) {
    String files = files(measurement);
    Tally total = measurement.total();
    String detectors = total.detectors().isEmpty() ? "Nothing was found.\n" : detectors(total);
    return files + "\n" + detectors + "\n" + tokens(total);
  }

  private static String files(Measurement measurement) {
    TextTable table =
        new TextTable(
            "<file",
            "runs",
            "calls",
            "tokens",
            "flagged\nruns",
            "\nsolved",
            "calls\nafter",
            "tokens\nafter",
            "stopped\nruns",
            "\nsolved",
            "calls\nafter",
            "tokens\nafter");
    measurement.files().forEach(file -> table.row(row(file)));
    if (measurement.files().size() > 1) {
      table.rule().row(row(measurement.total()));
    }
    return table.toString();
  }

  private static List<String> row(Tally tally) {
    return List.of(
        tally.name(),
        Figures.count(tally.runs()),
        Figures.count(tally.calls()),
        Figures.rough(tally.tokens()),
        Figures.count(tally.flagged().runs()),
        Figures.count(tally.flagged().succeeded()),
        Figures.count(tally.flagged().callsAfter()),
        Figures.rough(tally.flagged().tokensAfter()),
        Figures.count(tally.stopped().runs()),
        Figures.count(tally.stopped().succeeded()),
        Figures.count(tally.stopped().callsAfter()),
        Figures.rough(tally.stopped().tokensAfter()));
  }

  private static String detectors(Tally total) {
    List<String> heads = new ArrayList<>();
    heads.addAll(List.of("<detector", "runs\nflagged", "runs\nstopped", "first\nin runs"));
    for (Action rung : Action.values()) {
      heads.add("findings\n" + rung.name().toLowerCase(Locale.ROOT));
    }
    TextTable table = new TextTable(heads.toArray(String[]::new));
    total.detectors().forEach((detector, tally) -> table.row(row(detector, tally)));
    return table.toString();
  }

  private static List<String> row(String detector, DetectorTally tally) {
    List<String> cells = new ArrayList<>();
    cells.add(detector);
    cells.add(Figures.count(tally.flagged().runs()));
    cells.add(Figures.count(tally.stopped().runs()));
    cells.add(Figures.count(tally.first()));
    for (Action rung : Action.values()) {
      cells.add(Figures.countOrNone(tally.at(rung)));
    }
    return cells;
  }

  private static String tokens(Tally total) {
    if (total.runsEstimated() == 0) {
      return LEGEND + "Tokens are those the recordings report.\n";
    }
    String estimated =
        total.runsEstimated() == total.runs()
            ? "Tokens are"
            : "Tokens of " + Figures.of(total.runsEstimated(), "run") + " are";
    return LEGEND + estimated + " estimated at 4 characters each, for no usage is recorded.\n";
  }
}
