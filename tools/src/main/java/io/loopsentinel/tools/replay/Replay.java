package io.loopsentinel.tools.replay;

import io.loopsentinel.tools.support.SkippedLines;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads each recording file once, with one run in memory at a time, and plays each run under every
 * configuration. Reports unreadable lines.
 */
final class Replay {

  private final List<? extends Player> players;
  private final @Nullable Half half;
  private final boolean oneSession;
  private final PrintWriter err;
  private int runs;

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
    long broken = 0;
    for (File file : files) {
      int before = runs;
      players.forEach(player -> player.begin(file.getName()));
      SkippedLines skipped = new SkippedLines(file, err);
      try {
        new RecordingFile(file)
            .read(
                new RecordingFile.Sink() {
                  @Override
                  public void run(Recording run) {
                    play(run);
                  }

                  @Override
                  public void broken(long line, String reason) {
                    skipped.add(line, reason);
                  }
                });
      } catch (IOException e) {
        broken++;
        err.println(
            file + ": reading failed after " + (runs - before) + " runs: " + e.getMessage());
      }
      broken += skipped.finish();
    }
    return broken;
  }

  private void play(Recording recording) {
    if (half != null && !half.contains(recording.id())) {
      return;
    }
    runs++;
    Recording played = oneSession ? recording.withoutQuestions() : recording;
    players.parallelStream().forEach(player -> player.play(played));
  }
}
