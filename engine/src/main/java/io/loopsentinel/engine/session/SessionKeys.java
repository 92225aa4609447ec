package io.loopsentinel.engine.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Bounds the memory that a session's key takes. Stateless. */
final class SessionKeys {

  /** Characters of a key that is kept as it is. */
  static final int LONGEST = 128;

  private SessionKeys() {}

  /** Returns a key, or the SHA-256 digest of one that is a long text. */
  static Object kept(Object key) {
    if (key instanceof SharedSessionKey shared) {
      return new SharedSessionKey(kept(shared.key()));
    }
    return key instanceof String text && text.length() > LONGEST ? "sha256:" + hash(text) : key;
  }

  private static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
