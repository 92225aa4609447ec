package io.loopsentinel.engine.meaning;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a text, as an extension compares it.
 *
 * <p>A score alone decides nothing: "order 1001 status" and "order 1002 status" are closer than two
 * wordings of one question. So two texts mean the same only if their {@linkplain HardTokens hard
 * tokens} are equal, too. Immutable and thread-safe.
 */
public final class Meaning {

  /** A score below that of any two texts. */
  public static final double UNKNOWN = -1;

  /** Maximum length of a text; a vector says too little about a longer one. */
  private static final int MAX_LENGTH = 1_000;

  private final long hardTokens;
  private final byte[] vector;
  private final @Nullable ScoredText text;

  /** A text, and the extension that compares it with others. */
  private record ScoredText(String text, Scores scores) {}

  @FunctionalInterface
  public interface Scores {

    /** Returns the similarity of two texts, from 0 to 1; {@link #UNKNOWN} if it fails. */
    double of(String a, String b);
  }

  @FunctionalInterface
  public interface Vectors {

    /** Returns the vector of a text; {@code null} if it fails. */
    float @Nullable [] of(String text);
  }

  private Meaning(long hardTokens, byte[] vector, @Nullable ScoredText text) {
    this.hardTokens = hardTokens;
    this.vector = vector;
    this.text = text;
  }

  /** Returns the meaning of a text by its vector; {@code null} if it cannot be compared so. */
  public static @Nullable Meaning read(String text, Vectors vectors) {
    float[] vector = isReadable(text) ? vectors.of(text) : null;
    return vector == null ? null : new Meaning(HardTokens.hash(text), rounded(vector), null);
  }

  /** Returns the meaning of a text by itself; {@code null} if it cannot be compared so. */
  public static @Nullable Meaning read(String text, Scores scores) {
    return isReadable(text)
        ? new Meaning(HardTokens.hash(text), new byte[0], new ScoredText(text, scores))
        : null;
  }

  private static boolean isReadable(String text) {
    return text.length() <= MAX_LENGTH && !text.isBlank();
  }

  /** Scales a vector to bytes. The cosine of two vectors changes by less than 0.01. */
  private static byte[] rounded(float[] vector) {
    float max = 0;
    for (float each : vector) {
      max = Math.max(max, Math.abs(each));
    }
    byte[] bytes = new byte[vector.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(Byte.MAX_VALUE * vector[i] / max);
    }
    return bytes;
  }

  /** Returns the similarity, 0 to 1: 0 if hard tokens differ, {@link #UNKNOWN} if unknown. */
  public double score(Meaning other) {
    if (hardTokens != other.hardTokens) {
      return 0;
    }
    if (text != null && other.text != null) {
      return text.scores.of(text.text, other.text.text);
    }
    return vector.length == 0 || vector.length != other.vector.length
        ? UNKNOWN
        : cosine(vector, other.vector);
  }

  /** Returns the cosine of two vectors, at least 0; {@link #UNKNOWN} if one is zero. */
  private static double cosine(byte[] a, byte[] b) {
    long product = 0;
    long squaresOfA = 0;
    long squaresOfB = 0;
    for (int i = 0; i < a.length; i++) {
      product += a[i] * b[i];
      squaresOfA += a[i] * a[i];
      squaresOfB += b[i] * b[i];
    }
    // A zero vector has no direction.
    return squaresOfA == 0 || squaresOfB == 0
        ? UNKNOWN
        : Math.max(0, product / Math.sqrt((double) squaresOfA * squaresOfB));
  }

  /** Returns the vector as a text, without the compared text; empty if there is no vector. */
  public String toText() {
    return vector.length == 0
        ? ""
        : Long.toHexString(hardTokens) + '.' + Base64.getEncoder().encodeToString(vector);
  }

  /** Returns the meaning that {@link #toText} wrote; {@code null} if it was empty. */
  public static @Nullable Meaning ofText(String text) {
    int point = text.indexOf('.');
    return point < 0
        ? null
        : new Meaning(
            Long.parseUnsignedLong(text.substring(0, point), 16),
            Base64.getDecoder().decode(text.substring(point + 1)),
            null);
  }
}
