package com.acme.shapes.numbers;

import java.time.Instant;

/** A value and its type. */
public final class Variable<T> {

  private final Class<T> type;
  private final T value;

  private Variable(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  public static Variable<Instant> of(Instant value) {
    return new Variable<>(Instant.class, value);
  }

  public static Variable<String> of(String value) {
    return new Variable<>(String.class, value);
  }

  public Class<T> type() {
    return type;
  }

  public T value() {
    return value;
  }
}
