package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.command.replay.recording.RecordingFile;
import io.loopsentinel.agent.command.replay.recording.RecordingReader;
import io.loopsentinel.agent.command.replay.recording.RecordingSink;
import io.loopsentinel.agent.command.replay.recording.RunReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of runs and plays each run once under every configuration, so that only one run is in
 * memory and each file is read once.
 */
final class RunPlayer {

  /** A file in another format is broken in every line. */
  private static final int REPORTED_LINES = 10;

  private final List<RecordingFile> files;
  private final PrintWriter err;
  private final Progress progress;
  private final RecordingReader reader = new RunReader();
  private long runs;
  private long broken;

  /** Takes each run as it was read, to play it. */
  interface Player {

    void play(String file, Recording run) throws IOException;
  }

  RunPlayer(List<RecordingFile> files, PrintWriter err, Progress progress) {
    this.files = files;
    this.err = err;
    this.progress = progress;
  }

  /**
   * Plays all files.
   *
   * @param measurements are told when a file begins
   * @throws IOException if a report cannot be written; what cannot be read is reported and skipped
   */
  void play(List<Measurement> measurements, Player player) throws IOException {
    for (RecordingFile file : files) {
      measurements.forEach(measurement -> measurement.begin(file.name()));
      FileSink sink = new FileSink(file, player);
      try {
        file.read(reader, sink, progress::bytesRead);
      } catch (IOException e) {
        report(file.file() + ": cannot be read on after " + sink.runs + " runs: " + e.getMessage());
      }
      sink.end();
      if (sink.failure != null) {
        throw sink.failure;
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

  private void report(String line) {
    broken++;
    tell(line);
  }

  private void tell(String line) {
    progress.clear();
    err.println(line);
  }

  /** Plays what is read of one file. */
  private final class FileSink implements RecordingSink {

    private final RecordingFile file;
    private final Player player;
    private long runs;
    private long skipped;
    private @Nullable IOException failure;

    FileSink(RecordingFile file, Player player) {
      this.file = file;
      this.player = player;
    }

    @Override
    public void run(Recording run) {
      runs++;
      RunPlayer.this.runs++;
      try {
        if (failure == null) {
          player.play(file.name(), run);
        }
      } catch (IOException e) {
        failure = e;
      }
      progress.runPlayed();
    }

    @Override
    public void broken(long line, String reason) {
      skipped++;
      if (skipped <= REPORTED_LINES) {
        report(file.file() + ":" + line + ": skipped: " + reason);
      } else {
        broken++;
      }
    }

    void end() {
      if (skipped > REPORTED_LINES) {
        tell(file.file() + ": skipped " + (skipped - REPORTED_LINES) + " more lines like these");
      }
    }
  }
}
