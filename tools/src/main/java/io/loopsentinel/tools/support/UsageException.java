package io.loopsentinel.tools.support;

import java.util.Objects;

/** Thrown if the command line is invalid. The message is for the user. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The exit code for invalid arguments, as in picocli. */
  private static final int WRONG_USAGE = 2;

  private final int exitCode;

  /** Creates an exception with exit code 2. The command prints only the message. */
  public UsageException(String message) {
    this(message, WRONG_USAGE);
  }

  public UsageException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public int exitCode() {
    return exitCode;
  }
}
