package io.loopsentinel.agent.command.replay.recording;

import java.io.BufferedReader;
import java.io.IOException;

/** Reads recorded runs written in one format. Implementations keep one run in memory at a time. */
public interface RecordingReader {

  /**
   * Reads a text to its end.
   *
   * @param in the text
   * @param source how it is called, for runs that have no name
   * @param sink gets each run, and each place that holds none
   * @throws IOException if the text cannot be read on
   */
  void read(BufferedReader in, String source, RecordingSink sink) throws IOException;
}
