package io.loopsentinel.agent.command.replay;

import static io.loopsentinel.agent.command.replay.Numbers.count;

import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints tables for people; never anything of arguments, results or model text. */
final class TextReport {

  private static final String LEGEND =
      """
      flagged: something was found, whatever its rung; stopped: a call would not have run;
      after: what followed the first such call, at most what could have been saved.
      """;

  private final PrintWriter out;
  private final Replay replay;
  private final Measurement main;
  private final @Nullable Measurement other;
  private final boolean listsRuns;

  /**
   * Creates a report.
   *
   * @param listsRuns whether findings, differences and mistakes are listed one by one
   */
  TextReport(PrintWriter out, Replay replay, boolean listsRuns) {
    this.out = out;
    this.replay = replay;
    this.main = replay.measurements().main();
    this.other = replay.measurements().other();
    this.listsRuns = listsRuns;
  }

  void write(@Nullable Suggestions suggestions, @Nullable Measurement applied) throws IOException {
    Tally total = main.total();
    if (total.runs() == 0) {
      return;
    }
    if (listsRuns) {
      writeRuns();
    }
    out.print(Tables.files(main) + "\n");
    out.print(total.detectors().isEmpty() ? "Nothing was found.\n" : Tables.detectors(total));
    out.print("\n" + LEGEND + tokens(total) + decisions());
    Scores scores = main.scores();
    if (scores != null) {
      out.print(
          "\n%s%s of the runs have one of the %s labels.\n"
              .formatted(Tables.scores(scores), count(scores.runs()), count(scores.labels())));
    }
    if (scores != null && listsRuns) {
      out.print("\n" + mistakes("first rung", scores.all().firstRung()));
      out.print(mistakes("first call not run", scores.all().firstStop()));
    }
    if (other != null) {
      out.print("\n" + Tables.comparison(main, other) + "* differs\n");
    }
    if (replay.measurements().sweep() != null) {
      out.print("\n" + Tables.sweep(replay.measurements().sweep()));
    }
    if (suggestions != null) {
      out.print("\n" + SuggestionText.of(suggestions, applied, total));
    }
  }

  /** Writes the findings of each run, and where the second configuration judges it differently. */
  private void writeRuns() {
    for (int i = 0; i < replay.runs().size(); i++) {
      PlayedRun run = replay.runs().get(i);
      if (!run.firings().isEmpty()) {
        out.print(findings(run));
      }
      String first = judgement(run);
      String second = other == null ? first : judgement(replay.otherRuns().get(i));
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

  private String decisions() {
    List<PlayedRun.Decisions> decisions =
        replay.runs().stream().map(PlayedRun::decisions).flatMap(Stream::ofNullable).toList();
    long decided = decisions.stream().mapToLong(run -> run.now().size()).sum();
    long differently = decisions.stream().mapToLong(run -> run.different().size()).sum();
    return decided == 0
        ? ""
        : "Of %s calls in audit logs %s are decided as they were then.\n"
            .formatted(count(decided), count(decided - differently));
  }

  /** Returns a heading with the run's name, and its findings, one a line. */
  private static String findings(PlayedRun run) {
    String table =
        new TextTable<Firing>()
            .right("    call", firing -> "    " + firing.call())
            .left("detector", Firing::detector)
            .count("seen", firing -> firing.finding().count())
            .count("of", firing -> firing.finding().threshold())
            .left("rung", firing -> Firing.name(firing.rung()))
            .left("evidence", firing -> firing.finding().words().basis())
            .left("passes with", TextReport::remedy)
            .left("tool", TextReport::tools)
            .of(run.firings(), List.of());
    String solved = run.success() == null ? "" : run.success() ? ", solved" : ", not solved";
    return "%s  %s\n    %s%s\n%s\n"
        .formatted(run.file(), name(run.id()), Numbers.of(run.calls(), "call"), solved, table);
  }

  /** Returns what would let such a call pass. */
  private static String remedy(Firing firing) {
    Finding finding = firing.finding();
    return finding.setting() + " above " + Math.max(finding.count(), finding.threshold());
  }

  private static String tools(Firing firing) {
    List<String> cycle = firing.finding().cycle();
    return (cycle.size() > 1 ? cycle.stream() : Stream.of(firing.tool()))
        .map(TextReport::name)
        .collect(Collectors.joining(" > "));
  }

  private static String judgement(PlayedRun run) {
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
        + " estimated at 4 characters each, for no usage is recorded.\n";
  }

  /** Returns the runs whose loops were missed, and the false alarms, one a line. */
  private static String mistakes(String title, Score score) {
    StringBuilder text = new StringBuilder();
    for (Score.Miss miss : score.missed()) {
      String loops =
          miss.loops().stream().map(Label.Loop::toString).collect(Collectors.joining(", "));
      text.append("%s, missed: %s  %s\n".formatted(title, name(miss.run()), loops));
    }
    for (Score.FalseAlarm alarm : score.falseAlarms()) {
      String tool = alarm.tool().isEmpty() ? "" : ", " + name(alarm.tool());
      text.append(
          "%s, false alarm: %s  call %d, %s%s\n"
              .formatted(title, name(alarm.run()), alarm.call(), alarm.detector(), tool));
    }
    return text.toString();
  }

  /** Escapes a name, which may come from a model or a request; it is not cut. */
  static String name(String name) {
    return Printable.of(name, Integer.MAX_VALUE);
  }
}
