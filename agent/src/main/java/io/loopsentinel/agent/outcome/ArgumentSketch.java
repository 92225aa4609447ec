package io.loopsentinel.agent.outcome;

import java.util.Arrays;
import java.util.List;

/**
 * The words in the arguments of a call, in at most 33 bytes: enough to say how alike two calls are.
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
 * @see <a href="https://doi.org/10.1145/1281100.1281133">Cohen and Kaplan, Summarizing data using
 *     bottom-k sketches</a>
 */
public final class ArgumentSketch {

  private static final int KEPT = 16;

  /** Characters of the arguments that are looked at. */
  private static final int MAX_CHARS = 16 * 1024;

  private final char[] smallest;
  private final boolean hasMore;

  private ArgumentSketch(char[] smallest, boolean hasMore) {
    this.smallest = smallest;
    this.hasMore = hasMore;
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
    if (smallest.length == 0 || other.smallest.length == 0) {
      return smallest.length == other.smallest.length ? 1 : 0;
    }
    int sample = hasMore || other.hasMore ? KEPT : 2 * KEPT;
    int union = 0;
    int common = 0;
    for (int i = 0, j = 0;
        union < sample && (i < smallest.length || j < other.smallest.length);
        union++) {
      int a = i < smallest.length ? smallest[i] : Integer.MAX_VALUE;
      int b = j < other.smallest.length ? other.smallest[j] : Integer.MAX_VALUE;
      common += a == b ? 1 : 0;
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
    }
    return (double) common / union;
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
      return new ArgumentSketch(Arrays.copyOf(hashes, size), hasMore);
    }
  }
}
