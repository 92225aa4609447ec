package io.loopsentinel.agent.command.replay.recording;

/** Says that a line does not hold what it should; the message is one sentence for its writer. */
public final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates an exception. */
  public MalformedRecordException(String message) {
    super(message);
  }
}
