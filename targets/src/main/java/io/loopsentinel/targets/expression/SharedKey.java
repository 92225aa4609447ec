package io.loopsentinel.targets.expression;

/** The value of {@code shared(key)}: a session key that several conversations may share. */
public record SharedKey(Object key) {

  /** Returns the text of the key, which {@code ignore_values} is compared with. */
  @Override
  public String toString() {
    return key.toString();
  }
}
