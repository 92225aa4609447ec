package io.loopsentinel.agent.command.replay;

/** Takes what is read from a file of recorded runs. */
interface RecordingSink {

  void run(Recording run);

  /** Takes note of a line, numbered from 1, that should hold a run and does not. */
  void broken(long line, String reason);
}
