package io.loopsentinel.tools.replay;

import static io.loopsentinel.targets.text.Numbers.count;

import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints the tables of a replay, without arguments, results or model text.
 *
 * @param other under the configuration to compare with
 * @param listsRuns whether to list the single findings, differences and mistakes
 */
record TextReport(
    PrintWriter out, Measurement main, @Nullable Measurement other, boolean listsRuns) {

  private static final String LEGEND =
      """
      flagged: there was a finding, on any rung; stopped: a call would not have run;
      after: what followed the first such call, which is the most that could have been saved.
      """;

  void write(@Nullable Suggestions suggestions, @Nullable Measurement applied) {
    Tally total = main.total();
    if (total.runs() == 0) {
      return;
    }
    if (listsRuns) {
      writeRuns();
    }
    out.print(Tables.files(main) + "\n");
    out.print(total.detectors().isEmpty() ? "Nothing was found.\n" : Tables.detectors(total));
    if (total.solved() > 0) {
      out.print("\n" + Tables.solved(total));
    }
    out.print("\n" + LEGEND + stoppedCalls(total) + tokens(total) + decisions(main.runs()));
    Scores scores = main.scores();
    if (scores != null) {
      out.print(
          "\n%s%s of the runs have one of the %s labels. Of %s, %s have a finding, %s a stop.\n"
              .formatted(
                  Tables.scores(scores),
                  count(scores.runs()),
                  count(scores.labels()),
                  Numbers.of(scores.loops(), "labelled loop"),
                  count(scores.all().firstRung().loops()),
                  count(scores.all().firstStop().loops())));
    }
    if (scores != null && listsRuns) {
      out.print("\n");
      writeMistakes("first rung", scores.all().firstRung());
      writeMistakes("first call not run", scores.all().firstStop());
    }
    if (other != null) {
      out.print("\n" + Tables.comparison(main, other) + "* differs\n");
    }
    if (suggestions != null) {
      out.print("\n" + SuggestionText.of(suggestions, applied, total));
    }
  }

  private void writeRuns() {
    List<PlayedRun> runs = main.runs();
    List<PlayedRun> others = other == null ? runs : other.runs();
    for (int i = 0; i < runs.size(); i++) {
      PlayedRun run = runs.get(i);
      if (!run.firings().isEmpty()) {
        out.print(findings(run));
      }
      String first = firstFindings(run);
      String second = firstFindings(others.get(i));
      if (other != null && !first.equals(second)) {
        out.print(
            """
            differs: %s  %s
                %s: %s
                %s: %s

            """
                .formatted(run.file(), name(run.id()), main.name(), first, other.name(), second));
      }
    }
  }

  private static String decisions(List<PlayedRun> runs) {
    int decided = sizes(runs, PlayedRun::decisions);
    int differently = sizes(runs, PlayedRun::decidedDifferently);
    return decided == 0
        ? ""
        : "Of %s calls in audit logs, %s are decided as they were in the log.\n"
            .formatted(count(decided), count(decided - differently));
  }

  private static String stoppedCalls(Tally total) {
    return total.stoppedCalls() == 0
        ? ""
        : "Of %s that would not have run, %s brought something new in the recording.\n"
            .formatted(Numbers.of(total.stoppedCalls(), "call"), count(total.stoppedWithNews()));
  }

  private static int sizes(List<PlayedRun> runs, Function<PlayedRun, @Nullable List<?>> part) {
    return runs.stream().map(part).flatMap(Stream::ofNullable).mapToInt(List::size).sum();
  }

  private static String findings(PlayedRun run) {
    String table =
        new TextTable<Firing>()
            .right("    call", firing -> "    " + firing.call())
            .left("detector", Firing::detector)
            .count("seen", firing -> firing.finding().count())
            .count("of", firing -> firing.finding().threshold())
            .left("rung", firing -> firing.rung().text())
            .left("evidence", firing -> firing.finding().words().basis())
            .left("passes with", TextReport::remedy)
            .left("tool", TextReport::tools)
            .of(run.firings(), List.of());
    String solved = run.success() == null ? "" : run.success() ? ", solved" : ", not solved";
    return "%s  %s\n    %s%s\n%s\n"
        .formatted(run.file(), name(run.id()), Numbers.of(run.calls(), "call"), solved, table);
  }

  private static String remedy(Firing firing) {
    Finding finding = firing.finding();
    return finding.narrowestSetting() + " above " + Math.max(finding.count(), finding.threshold());
  }

  private static String tools(Firing firing) {
    List<String> cycle = firing.finding().cycle();
    return (cycle.size() > 1 ? cycle.stream() : Stream.of(firing.tool()))
        .map(TextReport::name)
        .collect(Collectors.joining(" > "));
  }

  private static String firstFindings(PlayedRun run) {
    return "first finding " + place(run.firstRung()) + ", first stop " + place(run.firstStop());
  }

  private static String place(Optional<Firing> firing) {
    return firing.map(f -> "at call " + f.call() + " (" + f.detector() + ")").orElse("none");
  }

  private static String tokens(Tally total) {
    if (total.runsEstimated() == 0) {
      return "Tokens are those the recordings report.\n";
    }
    return (total.runsEstimated() == total.runs()
            ? "Tokens are"
            : "Tokens of " + Numbers.of(total.runsEstimated(), "run") + " are")
        + " estimated at 4 characters each, because no usage is recorded.\n";
  }

  private void writeMistakes(String title, Score score) {
    for (Score.Miss miss : score.missed()) {
      out.print("%s, missed: %s  %s\n".formatted(title, name(miss.run()), miss.loops()));
    }
    for (Score.FalseAlarm alarm : score.falseAlarms()) {
      String tool = alarm.tool().isEmpty() ? "" : ", " + name(alarm.tool());
      out.print(
          "%s, false alarm: %s  call %s, %s%s\n"
              .formatted(title, name(alarm.run()), alarm.call(), alarm.detector(), tool));
    }
  }

  /** Escapes a name, which may come from a model or a request, without shortening it. */
  static String name(String name) {
    return Printable.of(name, Integer.MAX_VALUE);
  }
}
