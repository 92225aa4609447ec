package io.loopsentinel.engine.session.view;

/**
 * The key of a session that several conversations may share, so that nothing in it may be stopped:
 * stricter actions become warnings.
 *
 * @param key tells it from others
 */
public record SharedSessionKey(Object key) {

  @Override
  public String toString() {
    return key.toString();
  }
}
