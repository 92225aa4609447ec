package io.loopsentinel.agent.store;

import org.jspecify.annotations.Nullable;

/** Thrown instead of a request to a store that is unavailable. It has no stack trace. */
final class StoreUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  StoreUnavailableException(String reason, @Nullable Throwable cause) {
    super("store " + reason, cause, false, false);
  }
}
