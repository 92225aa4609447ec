package io.loopsentinel.engine.detect;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The different words of a text, to compare it with others.
 *
 * <p>Words are what stands between white space, without regard to case. They are kept as sorted
 * 32-bit hashes. Of a text with more than {@link #MOST_WORDS} different ones only the smallest
 * hashes are kept, a sample that estimates the similarity of the whole (Broder, On the resemblance
 * and containment of documents, 1997). Immutable and thread-safe.
 */
public final class WordSet {

  /** Up to here a similarity is exact; 4 KB. */
  static final int MOST_WORDS = 1_024;

  private static final Hasher64 HASHER = Hashing.komihash5_0();
  private static final Pattern WORD = Pattern.compile("[^\\s\\p{Z}\\x1c-\\x1f]+");
  private static final String SAMPLE = "~";

  private final int[] hashes;
  private final boolean complete;

  private WordSet(int[] hashes, boolean complete) {
    this.hashes = hashes;
    this.complete = complete;
  }

  /** Returns the words of a text. */
  public static WordSet of(String text) {
    int[] hashes =
        WORD.matcher(text.toLowerCase(Locale.ROOT))
            .results()
            .mapToInt(word -> (int) HASHER.hashCharsToLong(word.group()))
            .sorted()
            .distinct()
            .toArray();
    return hashes.length <= MOST_WORDS
        ? new WordSet(hashes, true)
        : new WordSet(Arrays.copyOf(hashes, MOST_WORDS), false);
  }

  /** Returns the words that {@link #toText} wrote. */
  public static WordSet ofText(String text) {
    boolean complete = !text.startsWith(SAMPLE);
    byte[] bytes = Base64.getDecoder().decode(complete ? text : text.substring(SAMPLE.length()));
    int[] hashes = new int[bytes.length / Integer.BYTES];
    for (int i = 0; i < hashes.length * Integer.BYTES; i++) {
      hashes[i / Integer.BYTES] = hashes[i / Integer.BYTES] << Byte.SIZE | (bytes[i] & 0xff);
    }
    return new WordSet(Arrays.stream(hashes).sorted().distinct().toArray(), complete);
  }

  /** Returns the hashes as Base64, with a sign in front of a sample. */
  public String toText() {
    byte[] bytes = new byte[hashes.length * Integer.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      int shift = Integer.SIZE - Byte.SIZE * (1 + i % Integer.BYTES);
      bytes[i] = (byte) (hashes[i / Integer.BYTES] >>> shift);
    }
    return (complete ? "" : SAMPLE) + Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns the share of words that two texts have in common (Jaccard); 0 where one has none. */
  double similarity(WordSet other) {
    if (hashes.length == 0 || other.hashes.length == 0) {
      return 0;
    }
    int most = complete && other.complete ? Integer.MAX_VALUE : MOST_WORDS;
    int common = 0;
    int all = 0;
    int i = 0;
    int j = 0;
    while (all < most && (i < hashes.length || j < other.hashes.length)) {
      int order = order(i, other, j);
      if (order == 0) {
        common++;
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      all++;
    }
    return (double) common / all;
  }

  /** Which of two sorted sets goes on with the smaller hash. */
  private int order(int i, WordSet other, int j) {
    if (i == hashes.length) {
      return 1;
    }
    return j == other.hashes.length ? -1 : Integer.compare(hashes[i], other.hashes[j]);
  }
}
