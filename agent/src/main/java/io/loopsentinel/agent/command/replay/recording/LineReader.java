package io.loopsentinel.agent.command.replay.recording;

/** Reads recorded runs written in one format, line by line. */
interface LineReader {

  /**
   * Takes the next line.
   *
   * @param number its number, from 1
   * @throws MalformedRecordException if it does not hold what it should; the next may
   */
  void line(String line, long number) throws MalformedRecordException;

  /**
   * Takes the end of the file.
   *
   * @param lines how many there were
   */
  void end(long lines);
}
