package io.loopsentinel.agent.command.replay.recording;

/** Takes what is read from a file of recorded runs. */
public interface RecordingSink {

  /** Takes a run. */
  void run(Recording run);

  /**
   * Takes note of a place that should hold a run and does not.
   *
   * @param line the line, from 1
   * @param reason what is wrong with it, and what was expected
   */
  void broken(long line, String reason);
}
