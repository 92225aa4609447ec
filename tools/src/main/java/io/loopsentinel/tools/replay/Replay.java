package io.loopsentinel.tools.replay;

import io.loopsentinel.tools.support.RecordLines;
import io.loopsentinel.tools.support.SkippedLines;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads each recording file once, with one run in memory at a time, and plays each run under every
 * configuration. Reports unreadable lines.
 *
 * @param half the half of the runs to play; {@code null} for all
 * @param oneSession whether a recording of several questions is one session
 */
record Replay(
    List<? extends Player> players, @Nullable Half half, boolean oneSession, PrintWriter err) {

  /** Receives the runs of recording files one after another. */
  interface Player {

    /** Begins a file. The following runs belong to it. */
    default void begin(String file) {}

    void play(Recording recording);
  }

  /** Plays files, reports unreadable parts and returns the number of lines without a run. */
  long play(List<File> files) {
    long broken = 0;
    for (File file : files) {
      AtomicInteger runs = new AtomicInteger();
      players.forEach(player -> player.begin(file.getName()));
      SkippedLines skipped = new SkippedLines(file, err);
      try (RecordLines in = RecordLines.open(file)) {
        RecordingFile.read(in, file.getName(), run -> play(run, runs), skipped::add);
      } catch (IOException e) {
        broken++;
        err.println(file + ": reading failed after " + runs + " runs: " + e.getMessage());
      }
      broken += skipped.finish();
    }
    return broken;
  }

  private void play(Recording recording, AtomicInteger runs) {
    if (half != null && !half.contains(recording.id())) {
      return;
    }
    runs.incrementAndGet();
    Recording played = oneSession ? recording.withoutQuestions() : recording;
    players.parallelStream().forEach(player -> player.play(played));
  }
}
