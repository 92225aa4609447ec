package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.Progress;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of runs, each once and with one recording in memory, and plays each run under every
 * configuration. Reports what holds no run, and shows how far it has come.
 */
final class Replay implements RecordingFile.Sink {

  /** A file in another format is broken in every line. */
  private static final int REPORTED_LINES = 10;

  private final List<? extends Player> players;
  private final @Nullable Half half;
  private final PrintWriter err;
  private final Progress progress;
  private File file = new File("");
  private int runs;
  private long skipped;
  private long broken;

  /** Takes the runs of a recording file, one after another. */
  interface Player {

    /** Begins a file, to which the runs that follow belong. */
    default void begin(String file) {}

    void play(Recording recording);
  }

  /** Creates a replay of all runs, or of one half of them. */
  Replay(List<? extends Player> players, @Nullable Half half, PrintWriter err) {
    this.players = players;
    this.half = half;
    this.err = err;
    this.progress = new Progress(err);
  }

  /** Plays files and returns how many lines held no run; what cannot be read is reported. */
  long play(List<File> files) {
    for (File each : files) {
      file = each;
      skipped = 0;
      int before = runs;
      players.forEach(player -> player.begin(each.getName()));
      try {
        new RecordingFile(each).read(this);
      } catch (IOException e) {
        broken++;
        tell(each + ": cannot be read on after " + (runs - before) + " runs: " + e.getMessage());
      }
      if (skipped > REPORTED_LINES) {
        tell(each + ": skipped " + (skipped - REPORTED_LINES) + " more lines like these");
      }
    }
    progress.clear();
    return broken;
  }

  @Override
  public void run(Recording recording) {
    if (half != null && !half.holds(recording.id())) {
      return;
    }
    runs++;
    players.parallelStream().forEach(player -> player.play(recording));
    progress.show("%,d runs, now %s".formatted(runs, file));
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
