package io.loopsentinel.tools.support;

/** Says that a line does not hold what it should; the message is one sentence for its writer. */
public final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates an exception; the message is all that is shown. */
  public MalformedRecordException(String message) {
    super(message);
  }
}
