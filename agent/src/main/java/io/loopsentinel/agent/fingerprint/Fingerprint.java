package io.loopsentinel.agent.fingerprint;

import java.util.HexFormat;

/**
 * The identity of a tool call: a SHA-256 digest.
 *
 * @param a bytes 0 to 7, big-endian
 * @param b bytes 8 to 15
 * @param c bytes 16 to 23
 * @param d bytes 24 to 31
 */
public record Fingerprint(long a, long b, long c, long d) {

  /** Returns the digest as 64 lower-case hexadecimal digits. */
  public String toHex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(a) + hex.toHexDigits(b) + hex.toHexDigits(c) + hex.toHexDigits(d);
  }

  @Override
  public String toString() {
    return toHex();
  }
}
