package io.loopsentinel.agent.expression;

/** What {@code shared(key)} gives: the key of a session that conversations may have in common. */
public record SharedKey(Object key) {

  /** Returns the key's own text, which {@code ignore_values} compares. */
  @Override
  public String toString() {
    return key.toString();
  }
}
