package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.command.replay.recording.RecordingFile;
import io.loopsentinel.agent.command.replay.recording.RecordingSink;
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
final class Replay {

  /** A file in another format is broken in every line. */
  private static final int REPORTED_LINES = 10;

  private final Measurements measurements;
  private final @Nullable Suggestions suggestions;
  private final List<Report> reports;
  private final PrintWriter err;
  private final Progress progress;
  private long bytesRead;
  private long runs;
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
    long size = Math.max(1, files.stream().mapToLong(File::length).sum());
    for (File file : files) {
      measurements.all().forEach(measurement -> measurement.begin(file.getName()));
      FileSink sink = new FileSink(file, size);
      try {
        new RecordingFile(file).read(sink, count -> bytesRead += count);
      } catch (IOException e) {
        broken++;
        tell(file + ": cannot be read on after " + sink.read + " runs: " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      if (sink.skipped > REPORTED_LINES) {
        tell(file + ": skipped " + (sink.skipped - REPORTED_LINES) + " more lines like these");
      }
    }
    progress.clear();
  }

  /** Returns how many runs were read. */
  long runs() {
    return runs;
  }

  /** Returns how many lines held no run. */
  long broken() {
    return broken;
  }

  private void play(String file, Recording recording) {
    PlayedRun run = measurements.main().play(recording);
    Measurement other = measurements.other();
    PlayedRun otherwise = other == null ? null : other.play(recording);
    measurements.trials().parallelStream().forEach(trial -> trial.play(recording));
    if (suggestions != null) {
      suggestions.add(run);
    }
    try {
      for (Report report : reports) {
        report.played(file, run, otherwise);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tell(String line) {
    progress.clear();
    err.println(line);
  }

  /** Takes what is read of one file. */
  private final class FileSink implements RecordingSink {

    private final File file;
    private final long size;
    private long read;
    private long skipped;

    FileSink(File file, long size) {
      this.file = file;
      this.size = size;
    }

    @Override
    public void run(Recording run) {
      read++;
      runs++;
      play(file.getName(), run);
      progress.show(runs + " runs, " + 100 * Math.min(bytesRead, size) / size + " %");
    }

    @Override
    public void broken(long line, String reason) {
      broken++;
      if (++skipped <= REPORTED_LINES) {
        tell(file + ":" + line + ": skipped: " + reason);
      }
    }
  }
}
