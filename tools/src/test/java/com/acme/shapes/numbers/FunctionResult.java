package com.acme.shapes.numbers;

import java.time.Instant;

/** A result, as it is and as the function gave it. */
public final class FunctionResult<T> {

  /** The metadata. */
  public record Metadata(String id, Instant time, int tokens) {

    static Metadata empty() {
      return new Metadata("", Instant.EPOCH, 0);
    }
  }

  private final Variable<T> result;
  private final Metadata metadata;
  private final Object unconverted;

  public FunctionResult(Variable<T> result, Metadata metadata, Object unconverted) {
    this.result = result;
    this.metadata = metadata;
    this.unconverted = unconverted;
  }

  public T get() {
    return result.value();
  }

  public Metadata metadata() {
    return metadata;
  }

  public Object unconverted() {
    return unconverted;
  }
}
