package io.loopsentinel;

import java.time.Instant;

/**
 * Thrown instead of a request to a model whose provider has failed too often, see {@code breaker}
 * in the configuration.
 *
 * <p>Unlike {@link ToolLoopError} it is no error but a {@link RuntimeException}, because it is
 * meant to be handled: by a retry, by another model, or like other failures of the provider.
 *
 * <p>Immutable and thread-safe.
 */
public final class ProviderUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String provider;
  private final Instant retryAt;

  /** Creates an exception. For the agent only; see the accessors for the parameters. */
  public ProviderUnavailableException(String message, String provider, Instant retryAt) {
    super(message);
    this.provider = provider;
    this.retryAt = retryAt;
  }

  /** Returns the unavailable provider, as named in events. */
  public String provider() {
    return provider;
  }

  /** Returns the time from which the provider may be asked again. */
  public Instant retryAt() {
    return retryAt;
  }
}
