package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.command.replay.recording.RecordingFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays all files, and prints and writes what was asked for. */
final class Replay {

  private final ReplayOptions options;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Measurements measurements;
  private long decided;
  private long decidedDifferently;

  /**
   * Prepares a replay.
   *
   * @param out where tables go
   * @param err where broken lines are reported, and progress is shown
   * @throws UsageException if the options name something that cannot be used
   */
  Replay(ReplayOptions options, PrintWriter out, PrintWriter err) throws UsageException {
    this.options = options;
    this.out = out;
    this.err = err;
    this.measurements = Measurements.of(options, err);
  }

  /**
   * Runs it.
   *
   * @return whether any run could be read
   * @throws UsageException if a report cannot be written
   */
  boolean run() throws UsageException {
    RunPlayer player = player();
    try (ReportFiles reports = ReportFiles.open(options, measurements.labels(), out)) {
      player.play(measurements.all(), (file, run) -> play(file, run, reports));
      ReplayResult result = result(player);
      reports.end(result);
      if (player.runs() == 0) {
        err.println("No run could be read.");
        return false;
      }
      print(result);
    } catch (IOException e) {
      throw new UsageException("a report cannot be written: " + e.getMessage());
    }
    return true;
  }

  private RunPlayer player() {
    long bytes = options.files().stream().mapToLong(RecordingFile::size).sum();
    return new RunPlayer(options.files(), err, new Progress(err, Progress.hasTerminal(), bytes));
  }

  private void play(String file, Recording recording, ReportFiles reports) throws IOException {
    PlayedRun run = measurements.main().play(recording);
    reports.played(file, run);
    if (run.decisions() != null) {
      decided += run.decisions().now().size();
      decidedDifferently += run.decisions().different().size();
    }
    if (measurements.suggestions() != null) {
      measurements.suggestions().add(run);
    }
    Measurement other = measurements.other();
    PlayedRun otherwise = other == null ? null : other.play(recording);
    measurements.trials().parallelStream().forEach(trial -> trial.play(recording));
    if (options.runs()) {
      print(FindingsText.of(file, run));
      if (other != null && otherwise != null) {
        List<String> names = List.of(measurements.main().name(), other.name());
        print(ComparisonText.difference(file, run, otherwise, names));
      }
    }
  }

  private ReplayResult result(RunPlayer player) throws IOException {
    return new ReplayResult(
        measurements.main(),
        measurements.other(),
        measurements.sweep(),
        measurements.curves(),
        measurements.suggestions() == null ? null : proposal(measurements.suggestions()),
        player.broken());
  }

  /** Plays all files once more with what is proposed: what it does is better seen than guessed. */
  private ReplayResult.Proposal proposal(Suggestions suggestions) throws IOException {
    if (suggestions.proposals().isEmpty()) {
      return new ReplayResult.Proposal(suggestions, null);
    }
    Measurement applied =
        new Measurement("with proposals", suggestions.applied(), measurements.labels());
    PrintWriter reportedAlready = new PrintWriter(Writer.nullWriter());
    new RunPlayer(options.files(), reportedAlready, new Progress(err, false, 0))
        .play(List.of(applied), (file, run) -> applied.play(run));
    return new ReplayResult.Proposal(suggestions, applied);
  }

  private void print(ReplayResult result) {
    print(SummaryText.of(result.main()));
    if (decided > 0) {
      print(
          String.format(
              Locale.ROOT,
              "Of %,d calls in audit logs %,d are decided as they were then.\n",
              decided,
              decided - decidedDifferently));
    }
    if (result.main().scores() != null) {
      print("\n" + ScoreText.of(result.main().scores()));
      print(options.runs() ? "\n" + ScoreText.mistakes(result.main().scores()) : "");
    }
    if (result.other() != null) {
      print("\n" + ComparisonText.of(result.main(), result.other()));
    }
    if (result.sweep() != null) {
      print("\n" + SweepText.of(result.sweep()));
    }
    if (result.proposal() != null) {
      print("\n" + SuggestionText.of(result.proposal(), result.main()));
    }
  }

  private void print(@Nullable String text) {
    if (!options.isJsonOnly() && text != null) {
      out.print(text);
    }
  }
}
