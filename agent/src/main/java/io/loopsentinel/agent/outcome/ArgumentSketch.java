package io.loopsentinel.agent.outcome;

import java.util.Arrays;
import java.util.List;

/**
 * The words in the arguments of a call, in at most 34 bytes: enough to say how alike two calls are.
 *
 * <p>A bottom-k sketch: each word is hashed to 16 bits, and of the distinct hashes the 16 smallest
 * are kept. The 16 smallest of two sketches together are a random sample of all words of both, so
 * the share of it that both have estimates their Jaccard similarity. While both have at most 16
 * words it is exact, unless two of them share a hash, one pair in 65,536; above, its standard error
 * at 0.85 is about 0.09.
 *
 * <p>A word is a row of letters, digits and underscores, in lower case. Names of arguments do not
 * count: they are the same in all calls of a tool. Immutable.
 *
 * <p>A sketch can be packed into an array with others, and compared there: as an object it takes 32
 * bytes more.
 *
 * @see <a href="https://doi.org/10.1145/1281100.1281133">Cohen and Kaplan, Summarizing data using
 *     bottom-k sketches</a>
 */
public final class ArgumentSketch {

  private static final int KEPT = 16;

  /** Characters of the arguments that are looked at. */
  private static final int MAX_CHARS = 16 * 1024;

  /** In the header: there were more words than are kept. The rest of it is their number. */
  private static final int HAS_MORE = 0x100;

  private static final int NUMBER = 0xff;

  /** The header, and the smallest hashes in ascending order. */
  private final char[] packed;

  private ArgumentSketch(char[] packed) {
    this.packed = packed;
  }

  static ArgumentSketch of(List<String> values) {
    Smallest smallest = new Smallest();
    int left = MAX_CHARS;
    for (String value : values) {
      if (left <= 0) {
        break;
      }
      addWords(Lines.cut(value, left), smallest);
      left -= value.length() + 1;
    }
    return smallest.toSketch();
  }

  /**
   * Returns the share of words that two calls have in common.
   *
   * @return from 0 to 1, where 1 means the same words, or none in both
   */
  public double similarity(ArgumentSketch other) {
    return similarity(other.packed, 0);
  }

  /** Returns the same for a sketch that stands at a place of an array. */
  public double similarity(char[] others, int at) {
    int size = packed.length;
    int end = at + packedLength(others, at);
    if (size == 1 || end == at + 1) {
      return size == end - at ? 1 : 0;
    }
    int sample = ((packed[0] | others[at]) & HAS_MORE) != 0 ? KEPT : 2 * KEPT;
    int union = 0;
    int common = 0;
    for (int i = 1, j = at + 1; union < sample && (i < size || j < end); union++) {
      int a = i < size ? packed[i] : Integer.MAX_VALUE;
      int b = j < end ? others[j] : Integer.MAX_VALUE;
      common += a == b ? 1 : 0;
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
    }
    return (double) common / union;
  }

  /** Returns how many places of an array it takes. */
  public int packedLength() {
    return packed.length;
  }

  /** Returns how many places the sketch takes that stands at a place of an array. */
  public static int packedLength(char[] others, int at) {
    return 1 + (others[at] & NUMBER);
  }

  /** Writes it into an array. */
  public void pack(char[] target, int at) {
    System.arraycopy(packed, 0, target, at, packed.length);
  }

  private static void addWords(String value, Smallest smallest) {
    TextHash word = null;
    for (int at = 0; at < value.length(); ) {
      int c = value.codePointAt(at);
      at += Character.charCount(c);
      if (c == '_' || Character.isLetterOrDigit(c)) {
        word = (word == null ? new TextHash() : word).add(Character.toLowerCase(c));
      } else if (word != null) {
        smallest.add(word);
        word = null;
      }
    }
    if (word != null) {
      smallest.add(word);
    }
  }

  /** The smallest distinct hashes so far, in ascending order. */
  private static final class Smallest {

    private final char[] hashes = new char[KEPT];
    private int size;
    private boolean hasMore;

    void add(TextHash word) {
      char hash = (char) word.value();
      int found = Arrays.binarySearch(hashes, 0, size, hash);
      if (found >= 0) {
        return;
      }
      int place = -found - 1;
      hasMore |= size == KEPT;
      if (place == KEPT) {
        return;
      }
      size = Math.min(size + 1, KEPT);
      System.arraycopy(hashes, place, hashes, place + 1, size - place - 1);
      hashes[place] = hash;
    }

    ArgumentSketch toSketch() {
      char[] packed = new char[1 + size];
      packed[0] = (char) (hasMore ? size | HAS_MORE : size);
      System.arraycopy(hashes, 0, packed, 1, size);
      return new ArgumentSketch(packed);
    }
  }
}
