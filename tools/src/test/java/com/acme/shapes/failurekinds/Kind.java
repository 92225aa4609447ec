package com.acme.shapes.failurekinds;

/** What has become of a call. */
public abstract sealed class Kind {

  /** It succeeded. */
  public static final class Success extends Kind {}

  /** It was refused before it began. */
  public static final class ValidationError extends Kind {

    private final Throwable cause;

    public ValidationError(Throwable cause) {
      this.cause = cause;
    }

    public Throwable cause() {
      return cause;
    }
  }

  /** It failed. */
  public static final class Failure extends Kind {

    private final Throwable cause;

    public Failure(Throwable cause) {
      this.cause = cause;
    }

    public Throwable cause() {
      return cause;
    }
  }
}
