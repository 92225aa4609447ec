package io.loopsentinel.tools.support;

/** Thrown for a line with unexpected content; the message is one sentence for its author. */
public final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  public MalformedRecordException(String message) {
    super(message);
  }
}
