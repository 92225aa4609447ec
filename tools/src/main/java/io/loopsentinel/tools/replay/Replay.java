package io.loopsentinel.tools.replay;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads each recording file once, with one run in memory at a time, and plays each run under every
 * configuration. Reports unreadable lines.
 */
final class Replay implements RecordingFile.Sink {

  /** Maximum number of reported lines per file. In a file of another format no line is readable. */
  private static final int MAX_REPORTED_LINES = 10;

  private final List<? extends Player> players;
  private final @Nullable Half half;
  private final boolean oneSession;
  private final PrintWriter err;
  private File file = new File("");
  private int runs;
  private long skipped;
  private long broken;

  /** Receives the runs of recording files one after another. */
  interface Player {

    /** Begins a file. The following runs belong to it. */
    default void begin(String file) {}

    void play(Recording recording);
  }

  /**
   * Creates a replay of all runs, or of one half of them.
   *
   * @param oneSession whether a recording of several questions is one session
   */
  Replay(List<? extends Player> players, @Nullable Half half, boolean oneSession, PrintWriter err) {
    this.players = players;
    this.half = half;
    this.oneSession = oneSession;
    this.err = err;
  }

  /** Plays files, reports unreadable parts and returns the number of lines without a run. */
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
        err.println(
            each + ": reading failed after " + (runs - before) + " runs: " + e.getMessage());
      }
      if (skipped > MAX_REPORTED_LINES) {
        err.println(
            each + ": skipped " + (skipped - MAX_REPORTED_LINES) + " more lines like these");
      }
    }
    return broken;
  }

  @Override
  public void run(Recording recording) {
    if (half != null && !half.contains(recording.id())) {
      return;
    }
    runs++;
    Recording played = oneSession ? recording.withoutQuestions() : recording;
    players.parallelStream().forEach(player -> player.play(played));
  }

  @Override
  public void broken(long line, String reason) {
    broken++;
    if (++skipped <= MAX_REPORTED_LINES) {
      err.println(file + ":" + line + ": skipped: " + reason);
    }
  }
}
