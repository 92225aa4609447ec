package io.loopsentinel.tools.support;

/** Says what is wrong with a command line, in words for the person who wrote it. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The exit code where something that was given cannot be used; picocli has the same. */
  private static final int WRONG_USAGE = 2;

  private final int exitCode;

  /** Creates an exception; the message is all that is shown. */
  public UsageException(String message) {
    this(message, WRONG_USAGE);
  }

  /** Creates an exception for a command that ends with another exit code than 2. */
  public UsageException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns what the command ends with. */
  public int exitCode() {
    return exitCode;
  }
}
