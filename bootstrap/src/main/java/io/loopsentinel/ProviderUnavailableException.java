package io.loopsentinel;

import java.time.Instant;

/**
 * Thrown instead of a request to a model whose provider has failed too often, see {@code breaker}
 * in the configuration.
 *
 * <p>It is a {@link RuntimeException} where {@link ToolLoopError} is an error, because it is to be
 * handled: by a retry, by another model, or as any other failure of the provider's is.
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
