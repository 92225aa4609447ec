package io.loopsentinel.tools.support;

/** Thrown for a line with unexpected content; the message is for the author of the line. */
public final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  public MalformedRecordException(String message) {
    super(message);
  }
}
