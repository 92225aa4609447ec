package io.loopsentinel.agent.command.replay;

/** Reads recorded runs written in one format, line by line. */
interface LineReader {

  /** Takes a line, numbered from 1; where one is malformed, the next may not be. */
  void line(String line, long number) throws MalformedRecordException;

  /** Takes the end of the file, after so many lines. */
  default void end(long lines) {}
}
