package io.loopsentinel.agent.async;

/** A version of a library that lacks what is needed of it; the message names no value. */
public final class UnfitLibraryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnfitLibraryException(String message) {
    super(message);
  }
}
