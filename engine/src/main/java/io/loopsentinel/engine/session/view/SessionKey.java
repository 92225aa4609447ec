package io.loopsentinel.engine.session.view;

import io.loopsentinel.engine.identity.Fingerprint;

/** The form in which the key of a session is kept. */
public final class SessionKey {

  /** Maximum length of a key that is kept as it is. */
  private static final int MAX_LENGTH = 128;

  private SessionKey() {}

  /** Returns a key, or the SHA-256 digest of one that is a long text. */
  public static Object bounded(Object key) {
    if (key instanceof SharedSessionKey shared) {
      Object bounded = bounded(shared.key());
      return bounded == shared.key() ? shared : new SharedSessionKey(bounded);
    }
    return key instanceof String text ? boundedText(text) : key;
  }

  /** Returns the text of a key in the same form. */
  public static String text(Object key) {
    return boundedText(key.toString());
  }

  private static String boundedText(String text) {
    return text.length() > MAX_LENGTH ? "sha256:" + Fingerprint.of(text).toHex() : text;
  }
}
