package io.loopsentinel.agent.command;

/** Says what is wrong with a command line, in words for the person who wrote it. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates an exception; the message is all that is shown. */
  public UsageException(String message) {
    super(message);
  }
}
