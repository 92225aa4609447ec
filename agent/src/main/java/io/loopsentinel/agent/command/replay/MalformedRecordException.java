package io.loopsentinel.agent.command.replay;

/** Says that a line does not hold what it should; the message is one sentence for its writer. */
final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedRecordException(String message) {
    super(message);
  }
}
