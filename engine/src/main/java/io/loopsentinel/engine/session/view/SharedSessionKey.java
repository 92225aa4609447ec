package io.loopsentinel.engine.session.view;

/**
 * The key of a session that several conversations may have in common, so that nothing in it may be
 * stopped: what is stricter than a warning falls to one.
 *
 * @param key tells it from others
 */
public record SharedSessionKey(Object key) {

  @Override
  public String toString() {
    return key.toString();
  }
}
