package io.loopsentinel.engine.outcome;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The different words of texts, to compare them with others.
 *
 * <p>The case of words does not count. They are kept as 32-bit hashes in order. Where there are too
 * many, those with the smallest hashes are kept, a sample from which the similarity is estimated
 * (Broder, On the resemblance and containment of documents, 1997). Immutable and thread-safe.
 */
public final class WordSet {

  /** The set of no words. */
  public static final WordSet EMPTY = new WordSet(new int[0], true, 0, 0);

  private static final int MAX_TEXT_WORDS = 1_024;
  private static final int MAX_ARGUMENT_WORDS = 64;

  /** Characters of arguments that are read. */
  private static final int MAX_ARGUMENT_CHARS = 16 * 1024;

  private static final String SAMPLE = "~";
  private static final int PARTS = 3;

  /**
   * A value of at most so many characters and one line names something; a longer one is content.
   */
  private static final int MAX_NAME_LENGTH = 120;

  private final int[] hashes;
  private final boolean complete;
  private final long wording;
  private final long target;

  private WordSet(int[] hashes, boolean complete, long wording, long target) {
    this.hashes = hashes;
    this.complete = complete;
    this.wording = wording;
    this.target = target;
  }

  /**
   * Returns the words of a text: what stands between white space. Up to 1,024 different ones a
   * similarity is exact.
   */
  public static WordSet of(String text) {
    return of(
        text, c -> !Character.isWhitespace(c) && !Character.isSpaceChar(c), MAX_TEXT_WORDS, 0);
  }

  /** Returns the words that were taken out of a text. Up to 1,024 a similarity is exact. */
  public static WordSet ofWords(List<String> words) {
    return of(
        words.stream().mapToInt(word -> (int) TextHash.of(word)).toArray(), MAX_TEXT_WORDS, 0);
  }

  /**
   * Returns the words of the first 16,384 characters of arguments: rows of letters, digits and
   * underscores. Up to 64 different ones a similarity is exact.
   *
   * @param values the texts and numbers in the arguments. Names are the same in all calls of a tool
   *     and say nothing
   */
  public static WordSet ofArguments(List<String> values) {
    StringBuilder text = new StringBuilder();
    StringBuilder shortValues = new StringBuilder();
    boolean hasLong = false;
    for (String value : values) {
      boolean isShort = value.length() <= MAX_NAME_LENGTH && value.indexOf('\n') < 0;
      shortValues.append(isShort ? value : "").append(isShort ? "\n" : "");
      hasLong |= !isShort;
      text.append(Lines.cut(value, Math.max(0, MAX_ARGUMENT_CHARS - text.length()))).append(' ');
    }
    long target = hasLong && !shortValues.isEmpty() ? TextHash.of(shortValues) : 0;
    return of(
        text.toString(), c -> Character.isLetterOrDigit(c) || c == '_', MAX_ARGUMENT_WORDS, target);
  }

  private static WordSet of(String text, IntPredicate isOfWord, int most, long target) {
    String words = text.toLowerCase(Locale.ROOT);
    int[] hashes = new int[words.length() / 2 + 1];
    int count = 0;
    int start = 0;
    while (start < words.length()) {
      int end = start;
      while (end < words.length() && isOfWord.test(words.codePointAt(end))) {
        end += Character.charCount(words.codePointAt(end));
      }
      if (end > start) {
        hashes[count++] = (int) TextHash.of(words.substring(start, end));
      }
      start = end + 1;
    }
    return of(Arrays.copyOf(hashes, count), most, target);
  }

  private static WordSet of(int[] inOrder, int most, long target) {
    int[] distinct = distinct(inOrder);
    boolean complete = distinct.length <= most;
    return new WordSet(
        complete ? distinct : Arrays.copyOf(distinct, most),
        complete,
        TextHash.of(inOrder),
        target);
  }

  /** Returns the words that {@link #toText} wrote. */
  public static WordSet ofText(String text) {
    boolean complete = !text.startsWith(SAMPLE);
    String[] parts = text.substring(complete ? 0 : SAMPLE.length()).split("\\.", -1);
    byte[] bytes = Base64.getDecoder().decode(parts[0]);
    IntBuffer read = ByteBuffer.wrap(bytes).asIntBuffer();
    int[] hashes = new int[read.remaining()];
    read.get(hashes);
    return parts.length < PARTS
        ? new WordSet(distinct(hashes), complete, 0, 0)
        : new WordSet(distinct(hashes), complete, hash(parts[1]), hash(parts[2]));
  }

  private static long hash(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }

  /**
   * Returns the hashes as Base64, with a sign in front of a sample, and what tells wording and
   * target.
   */
  public String toText() {
    ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Integer.BYTES);
    bytes.asIntBuffer().put(hashes);
    return (complete ? "" : SAMPLE)
        + Base64.getEncoder().encodeToString(bytes.array())
        + '.'
        + Long.toHexString(wording)
        + '.'
        + Long.toHexString(target);
  }

  private static int[] distinct(int[] hashes) {
    return IntStream.of(hashes).sorted().distinct().toArray();
  }

  /**
   * Returns the share of words that two texts have in common (Jaccard).
   *
   * @param ofNone what to return where both have none; 0 is returned where one has
   */
  public double similarity(WordSet other, double ofNone) {
    int[] all =
        IntStream.concat(IntStream.of(hashes), IntStream.of(other.hashes))
            .sorted()
            .distinct()
            .limit(Math.min(comparableCount(), other.comparableCount()))
            .toArray();
    long common = IntStream.of(all).filter(hash -> contains(hash) && other.contains(hash)).count();
    return all.length == 0 ? ofNone : (double) common / all.length;
  }

  /**
   * Returns whether two texts are the same words in the same order, so that they differ in blanks
   * and punctuation at most; false where that is not known.
   */
  public boolean hasSameWording(WordSet other) {
    return wording != 0 && wording == other.wording;
  }

  /**
   * Returns whether two sets of arguments name the same: all their short values are equal, and each
   * has a long text besides. False where there is no short value or no long one.
   */
  public boolean hasSameTarget(WordSet other) {
    return target != 0 && target == other.target;
  }

  /** Returns whether there are both, a short value and a long one. */
  public boolean hasTarget() {
    return target != 0;
  }

  private boolean contains(int hash) {
    return Arrays.binarySearch(hashes, hash) >= 0;
  }

  /** A sample knows its smallest hashes only. */
  private int comparableCount() {
    return complete ? Integer.MAX_VALUE : hashes.length;
  }
}
