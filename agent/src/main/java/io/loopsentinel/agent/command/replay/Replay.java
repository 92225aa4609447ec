package io.loopsentinel.agent.command.replay;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of runs, each once and with one run in memory, and plays each run under every
 * configuration. Reports what holds no run, and shows how far it has come.
 */
final class Replay implements RecordingSink {

  /** A file in another format is broken in every line. */
  private static final int REPORTED_LINES = 10;

  private final Measurements measurements;
  private final @Nullable Suggestions suggestions;
  private final List<Report> reports;
  private final PrintWriter err;
  private final Progress progress;
  private File file = new File("");
  private long size = 1;
  private long bytesRead;
  private long runs;
  private long runsOfFile;
  private long skipped;
  private long broken;

  Replay(
      Measurements measurements,
      @Nullable Suggestions suggestions,
      List<Report> reports,
      PrintWriter err) {
    this.measurements = measurements;
    this.suggestions = suggestions;
    this.reports = reports;
    this.err = err;
    this.progress = new Progress(err);
  }

  /** Plays files; what cannot be read is reported and skipped. */
  void play(List<File> files) throws IOException {
    size = Math.max(1, files.stream().mapToLong(File::length).sum());
    for (File each : files) {
      file = each;
      runsOfFile = 0;
      skipped = 0;
      measurements.all().forEach(measurement -> measurement.begin(each.getName()));
      try {
        new RecordingFile(each).read(this, count -> bytesRead += count);
      } catch (IOException e) {
        broken++;
        tell(each + ": cannot be read on after " + runsOfFile + " runs: " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      if (skipped > REPORTED_LINES) {
        tell(each + ": skipped " + (skipped - REPORTED_LINES) + " more lines like these");
      }
    }
    progress.clear();
  }

  /** Returns how many lines held no run. */
  long broken() {
    return broken;
  }

  @Override
  public void run(Recording recording) {
    runs++;
    runsOfFile++;
    PlayedRun run = measurements.main().play(recording);
    Measurement other = measurements.other();
    PlayedRun otherwise = other == null ? null : other.play(recording);
    measurements.trials().parallelStream().forEach(trial -> trial.play(recording));
    if (suggestions != null) {
      suggestions.add(run);
    }
    try {
      for (Report report : reports) {
        report.played(file.getName(), run, otherwise);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.show(runs + " runs, " + 100 * Math.min(bytesRead, size) / size + " %");
  }

  @Override
  public void broken(long line, String reason) {
    broken++;
    if (++skipped <= REPORTED_LINES) {
      tell(file + ":" + line + ": skipped: " + reason);
    }
  }

  private void tell(String line) {
    progress.clear();
    err.println(line);
  }
}
