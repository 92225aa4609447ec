package io.loopsentinel.agent.replay;

/** Says what is wrong with a command line, in words for the person who wrote it. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
