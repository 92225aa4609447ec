package io.loopsentinel.store.redis;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of sessions and sums: a prefix, then the name in the modified UTF-8 of {@link
 * DataOutputStream#writeUTF}, which encodes any text, also half a surrogate pair.
 *
 * <p>A session has one key. All sums have one hash tag, so that a cluster adds several in one step.
 */
final class Keys {

  /** Bytes by which {@code writeUTF} tells the length of a text. */
  private static final int LENGTH = 2;

  private final String sessions;
  private final String sums;

  Keys(String prefix) {
    this.sessions = prefix + ":log:";
    this.sums = prefix + ":{sum}:";
  }

  byte[] session(String name) {
    return key(sessions, name);
  }

  byte[] sum(String name) {
    return key(sums, name);
  }

  /** Returns the pattern of all keys of sessions. */
  byte[] anySession() {
    return ascii(sessions + "*");
  }

  /** Returns the name of the session of a key. */
  String session(byte[] key) throws IOException {
    byte[] name = Arrays.copyOfRange(key, sessions.length() - LENGTH, key.length);
    int length = name.length - LENGTH;
    name[0] = (byte) (length >> Byte.SIZE);
    name[1] = (byte) length;
    return new DataInputStream(new ByteArrayInputStream(name)).readUTF();
  }

  private static byte[] key(String prefix, String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new DataOutputStream(bytes).writeUTF(name);
    } catch (IOException e) {
      throw new IllegalArgumentException("too long: a name of " + name.length() + " characters", e);
    }
    byte[] encoded = bytes.toByteArray();
    byte[] key = Arrays.copyOf(ascii(prefix), prefix.length() + encoded.length - LENGTH);
    System.arraycopy(encoded, LENGTH, key, prefix.length(), encoded.length - LENGTH);
    return key;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
