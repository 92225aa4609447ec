package io.loopsentinel.agent.command.replay;

import java.util.Optional;
import java.util.stream.Collectors;

/** What findings are worth by the labels, as a table. */
public final class ScoreText {

  private ScoreText() {}

  /** Returns the table. */
  public static String of(Scores scores) {
    TextTable table =
        new TextTable(
            "<by labels",
            "loops\nfound",
            "of",
            "false\nalarms",
            "of",
            "median\ndelay",
            "calls\nsaved",
            "of",
            "",
            "honest\nstopped");
    row(table, "first rung", scores.all().firstRung(), scores);
    row(table, "first call not run", scores.all().firstStop(), scores);
    table.rule();
    scores
        .detectors()
        .forEach(
            (detector, pair) -> {
              if (!pair.firstRung().found().isEmpty()
                  || !pair.firstRung().falseAlarms().isEmpty()) {
                row(table, detector, pair.firstRung(), scores);
                row(table, detector + ", not run", pair.firstStop(), scores);
              }
            });
    String matched =
        Figures.count(scores.runs())
            + " of the runs have one of the "
            + Figures.count(scores.labels())
            + " labels.\n";
    return table + matched;
  }

  /** Returns the runs whose loops were missed, and the false alarms, one a line. */
  public static String mistakes(Scores scores) {
    return mistakes("first rung", scores.all().firstRung())
        + mistakes("first call not run", scores.all().firstStop());
  }

  private static void row(TextTable table, String name, Score score, Scores scores) {
    table.row(
        name,
        Figures.count(score.found().size()),
        Figures.count(scores.withLoop()),
        Figures.count(score.falseAlarms().size()),
        Figures.count(scores.withoutLoop()),
        Figures.median(score.medianDelay()),
        Figures.count(score.saved()),
        Figures.count(scores.wasted()),
        Figures.percent(score.saved(), scores.wasted()),
        Figures.count(score.honestStopped()));
  }

  private static String mistakes(String name, Score score) {
    StringBuilder text = new StringBuilder();
    for (Score.Miss miss : score.missed()) {
      String loops = miss.loops().stream().map(ScoreText::place).collect(Collectors.joining(", "));
      text.append(name).append(", missed: ").append(miss.run()).append("  ").append(loops);
      text.append('\n');
    }
    for (Score.FalseAlarm alarm : score.falseAlarms()) {
      Firing firing = alarm.firing();
      text.append(name).append(", false alarm: ").append(alarm.run());
      text.append("  call ").append(firing.call()).append(", ");
      text.append(firing.finding().detector());
      Optional.of(firing.tool())
          .filter(tool -> !tool.isEmpty())
          .ifPresent(tool -> text.append(", ").append(tool));
      text.append('\n');
    }
    return text.toString();
  }

  private static String place(LabelledRun.Loop loop) {
    return loop.kind()
        + " loop, calls "
        + loop.first()
        + " to "
        + loop.last()
        + ", evident at "
        + loop.evident();
  }
}
