package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words in the arguments of a call, in 70 bits: enough to say how alike two calls are.
 *
 * <p>A word is a row of letters, digits and underscores, in lower case. Names of arguments do not
 * count: they are the same in all calls of a tool.
 *
 * <p>An odd sketch: each word turns over two of 64 bits, so what two calls have in common leaves no
 * trace in the exclusive or of their sketches, and from the number of bits left in it follows how
 * many words only one of them has. That number is odd where the numbers of words add up to an odd
 * one, which puts most small errors right. Of arguments with more than 63 words the 63 with the
 * smallest hashes stand for all, as in a bottom-k sketch. The error is small where it matters: the
 * fewer words differ, the fewer bits collide. Two calls of one word each are taken for the same one
 * time in 2,016, and only several in a row are a finding. A similarity of 0.85 is off by 0.03 where
 * it is of 60 words, and by 0.07 where it is of 200. Where two calls of more than forty words have
 * less than two thirds of them in common, they may count as having none.
 *
 * @param bits those that were turned over an odd number of times
 * @param words how many words it is of, from 0 to 63
 * @see <a href="https://doi.org/10.1145/2566486.2568017">Mitzenmacher, Pagh and Pham, Efficient
 *     estimation for high similarities using odd sketches</a>
 * @see <a href="https://doi.org/10.1145/1281100.1281133">Cohen and Kaplan, Summarizing data using
 *     bottom-k sketches</a>
 */
public record ArgumentSketch(long bits, int words) {

  /** Characters of the arguments that are looked at. */
  static final int MAX_CHARS = 16 * 1024;

  private static final int BITS_A_WORD = 2;
  private static final int PLACES = Long.SIZE;

  /** The sketch of no arguments. */
  public static final ArgumentSketch EMPTY = new ArgumentSketch(0, 0);

  /** More words than these do not count. */
  private static final int MOST_WORDS = 63;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");

  /** Returns the sketch of the words in the values of arguments. */
  public static ArgumentSketch of(List<String> values) {
    int charsLeft = MAX_CHARS;
    Set<Long> hashes = new TreeSet<>(Long::compareUnsigned);
    for (String value : values) {
      String read = Lines.cut(value, charsLeft).toLowerCase(Locale.ROOT);
      charsLeft -= read.length();
      for (Matcher word = WORD.matcher(read); word.find(); ) {
        hashes.add(TextHash.of(word.group()));
      }
    }
    long bits = 0;
    int words = 0;
    for (long hash : hashes) {
      if (words == MOST_WORDS) {
        break;
      }
      words++;
      bits ^= bitsOf(hash);
    }
    return new ArgumentSketch(bits, words);
  }

  /** Returns two different bits of the 64. */
  private static long bitsOf(long hash) {
    long spread = TextHash.joined(hash, BITS_A_WORD);
    long first = spread & (PLACES - 1);
    long second = (first + 1 + Long.remainderUnsigned(spread >>> 8, PLACES - 1)) % PLACES;
    return 1L << first | 1L << second;
  }

  /**
   * Returns the share of words that two calls have in common (Jaccard).
   *
   * @return from 0 to 1, where 1 means the same words, or none in both
   */
  public double similarity(ArgumentSketch other) {
    int both = words + other.words;
    int different = different(other);
    return both == 0 ? 1 : (double) (both - different) / (both + different);
  }

  /** Estimates how many words only one of two calls has. */
  private int different(ArgumentSketch other) {
    int both = words + other.words;
    int turned = Long.bitCount(bits ^ other.bits);
    int least = Math.max(Math.abs(words - other.words), turned == 0 ? 0 : 2 - both % 2);
    if (turned * 2 >= PLACES) {
      return both; // As many are turned by any two calls with little in common.
    }
    // The expected number of turned bits is PLACES / 2 * (1 - (1 - 2 / PLACES) ^ turns).
    double turns = Math.log1p(-2.0 * turned / PLACES) / Math.log1p(-2.0 / PLACES);
    int halves = (int) Math.round((turns / BITS_A_WORD - both % 2) / 2);
    return Math.min(Math.max(2 * halves + both % 2, least), both);
  }
}
