package io.loopsentinel.tools.support;

/** Thrown for a wrong command line, with a message for its author. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The exit code for arguments that cannot be used, as in picocli. */
  private static final int WRONG_USAGE = 2;

  private final int exitCode;

  /** Creates an exception; only the message is shown. */
  public UsageException(String message) {
    this(message, WRONG_USAGE);
  }

  /** Creates an exception for a command that ends with an exit code other than 2. */
  public UsageException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns the exit code of the command. */
  public int exitCode() {
    return exitCode;
  }
}
