package io.loopsentinel.engine.identity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a tool call: a SHA-256 digest.
 *
 * @param a bytes 0 to 7, big-endian
 * @param b bytes 8 to 15
 * @param c bytes 16 to 23
 * @param d bytes 24 to 31
 */
public record Fingerprint(long a, long b, long c, long d) {

  private static final int DIGITS = 64;

  /** Returns 64 lower-case hexadecimal digits. */
  public String toHex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(a) + hex.toHexDigits(b) + hex.toHexDigits(c) + hex.toHexDigits(d);
  }

  /** Returns the SHA-256 of a text in UTF-8. */
  public static Fingerprint of(String text) {
    return of(Fingerprinter.newDigest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the fingerprint with these 32 bytes. */
  static Fingerprint of(byte[] digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new Fingerprint(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /**
   * Parses the result of {@link #toHex}, in lower or upper case.
   *
   * @throws IllegalArgumentException if it is not 64 hexadecimal digits
   */
  public static Fingerprint ofHex(String digits) {
    if (digits.length() != DIGITS) {
      throw new IllegalArgumentException(
          "expected 64 hexadecimal digits, found " + digits.length());
    }
    return of(HexFormat.of().parseHex(digits));
  }

  /** Reads a fingerprint that {@link #write} has written. */
  public static Fingerprint read(DataInput in) throws IOException {
    return new Fingerprint(in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }

  public void write(DataOutput out) throws IOException {
    out.writeLong(a);
    out.writeLong(b);
    out.writeLong(c);
    out.writeLong(d);
  }

  // Compared with each call: what the JVM generates for a record is linked when it is first used.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fingerprint that
        && a == that.a
        && b == that.b
        && c == that.c
        && d == that.d;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(a);
  }

  @Override
  public String toString() {
    return toHex();
  }
}
