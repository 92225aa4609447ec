package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.meaning.Meaning;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The set of words of a text, for comparison with others.
 *
 * <p>Case is ignored. Words are kept as sorted 32-bit hashes. If there are too many, those with the
 * smallest hashes are kept, a sample from which the similarity is estimated (Broder, On the
 * resemblance and containment of documents, 1997). Immutable and thread-safe.
 */
public final class WordSet {

  public static final WordSet EMPTY = new WordSet(new int[0], true, 0, 0, null);

  private static final int INITIAL_WORDS = 16;
  private static final int MAX_TEXT_WORDS = 1_024;
  private static final int MAX_ARGUMENT_WORDS = 64;

  /** Maximum number of characters of arguments that are read. */
  private static final int MAX_ARGUMENT_CHARS = 16 * 1024;

  /** The bit of a hash that marks a number in arguments. */
  private static final int NUMBER = 1;

  private static final String SAMPLE = "~";
  private static final int PARTS = 3;

  /** Maximum length of a single-line value that names something; a longer value is content. */
  private static final int MAX_NAME_LENGTH = 120;

  private final int[] hashes;
  private final boolean complete;
  private final long wording;
  private final long target;
  private final @Nullable Meaning meaning;

  private WordSet(
      int[] hashes, boolean complete, long wording, long target, @Nullable Meaning meaning) {
    this.hashes = hashes;
    this.complete = complete;
    this.wording = wording;
    this.target = target;
    this.meaning = meaning;
  }

  /** Returns this set with the meaning of its text, if known. */
  public WordSet withMeaning(@Nullable Meaning ofText) {
    return ofText == null ? this : new WordSet(hashes, complete, wording, target, ofText);
  }

  public @Nullable Meaning meaning() {
    return meaning;
  }

  /**
   * Returns the words of a text, separated by white space. Similarity is exact up to 1,024 distinct
   * words.
   */
  public static WordSet of(String text) {
    Hashes hashes = new Hashes(c -> !Character.isWhitespace(c) && !Character.isSpaceChar(c));
    hashes.add(text);
    return hashes.toSet(MAX_TEXT_WORDS, 0);
  }

  /** Returns a set of extracted words, or a sample if there are more than a maximum. */
  static WordSet ofWords(List<String> words, int maxWords) {
    int[] hashes = words.stream().mapToInt(word -> (int) TextHash.of(word)).toArray();
    return of(hashes, hashes.length, maxWords, 0);
  }

  /**
   * Returns the words of the first 16,384 characters of arguments: runs of letters, digits and
   * underscores. Similarity is exact up to 64 distinct words.
   *
   * @param values the texts, numbers and booleans in the arguments. Names are left out, because
   *     they are the same in all calls of a tool
   */
  public static WordSet ofArguments(List<String> values) {
    Hashes hashes = new Hashes(c -> Character.isLetterOrDigit(c) || c == '_');
    int left = MAX_ARGUMENT_CHARS;
    for (String value : values) {
      String read = Lines.cut(value, Math.max(0, left));
      hashes.add(read);
      left -= read.length() + 1;
    }
    return hashes.toSet(MAX_ARGUMENT_WORDS, target(values));
  }

  /** Returns the values that are no booleans. */
  static List<String> withoutFlags(List<String> values) {
    return values.stream().filter(value -> !isFlag(value)).toList();
  }

  /** Returns whether a value is a boolean, which names no target. */
  private static boolean isFlag(String value) {
    return value.equals("true") || value.equals("false");
  }

  /** Returns the hash of the short values; 0 if there is no short value or no long one. */
  private static long target(List<String> values) {
    if (areNames(values)) {
      return 0;
    }
    StringBuilder names = new StringBuilder();
    for (String value : values) {
      names.append(isName(value) && !isFlag(value) ? value + "\n" : "");
    }
    return names.isEmpty() ? 0 : TextHash.of(names);
  }

  private static boolean areNames(List<String> values) {
    for (String value : values) {
      if (!isName(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isName(String value) {
    return value.length() <= MAX_NAME_LENGTH && value.indexOf('\n') < 0;
  }

  /** Collects the hashes of the words of texts. */
  private static final class Hashes {

    private final IntPredicate isOfWord;
    private int[] hashes = new int[INITIAL_WORDS];
    private int count;

    /** The characters of a word, two bytes each, the lower one first. */
    private byte[] word = new byte[32];

    Hashes(IntPredicate isOfWord) {
      this.isOfWord = isOfWord;
    }

    void add(String text) {
      String words = text.toLowerCase(Locale.ROOT);
      int start = 0;
      while (start < words.length()) {
        int end = start;
        while (end < words.length() && isOfWord.test(words.codePointAt(end))) {
          end += Character.charCount(words.codePointAt(end));
        }
        if (end > start) {
          hashes = count == hashes.length ? Arrays.copyOf(hashes, 2 * count) : hashes;
          hashes[count++] = (int) hash(words, start, end);
        }
        start = end + 1;
      }
    }

    /** Returns the hash of a word, marked if the word is a number, without creating the word. */
    private long hash(String text, int start, int end) {
      int length = 2 * (end - start);
      word = length > word.length ? new byte[2 * length] : word;
      boolean isNumber = true;
      for (int i = 0; i < length; i += 2) {
        char c = text.charAt(start + i / 2);
        word[i] = (byte) c;
        word[i + 1] = (byte) (c >>> Byte.SIZE);
        isNumber &= Character.isDigit(c);
      }
      long hash = TextHash.of(word, 0, length);
      return isNumber ? hash | NUMBER : hash & ~NUMBER;
    }

    WordSet toSet(int maxWords, long target) {
      return of(hashes, count, maxWords, target);
    }
  }

  /** Returns the set of the first hashes of an array, which it sorts. */
  private static WordSet of(int[] inOrder, int count, int maxWords, long target) {
    long wording = TextHash.of(inOrder, count);
    int distinct = distinct(inOrder, count);
    return new WordSet(
        Arrays.copyOf(inOrder, Math.min(distinct, maxWords)),
        distinct <= maxWords,
        wording,
        target,
        null);
  }

  /** Returns the set that {@link #toText} wrote. */
  public static WordSet ofText(String text) {
    boolean complete = !text.startsWith(SAMPLE);
    String[] parts = text.substring(complete ? 0 : SAMPLE.length()).split("\\.", -1);
    byte[] bytes = Base64.getDecoder().decode(parts[0]);
    IntBuffer read = ByteBuffer.wrap(bytes).asIntBuffer();
    int[] hashes = new int[read.remaining()];
    read.get(hashes);
    int[] distinct = Arrays.copyOf(hashes, distinct(hashes, hashes.length));
    return parts.length < PARTS
        ? new WordSet(distinct, complete, 0, 0, null)
        : new WordSet(distinct, complete, hash(parts[1]), hash(parts[2]), null);
  }

  private static long hash(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }

  /**
   * Returns the hashes as Base64, prefixed with a mark if they are a sample, and the hashes of
   * wording and target; without the meaning.
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

  /** Sorts the first hashes of an array, and moves the distinct ones to its front. */
  private static int distinct(int[] hashes, int count) {
    Arrays.sort(hashes, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || hashes[i] != hashes[distinct - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    return distinct;
  }

  /**
   * Returns the share of words in common (Jaccard).
   *
   * @param ifBothEmpty the similarity if both are empty; it is 0 if only one is
   */
  public double similarity(WordSet other, double ifBothEmpty) {
    int limit = Math.min(comparableCount(), other.comparableCount());
    int all = 0;
    int common = 0;
    int i = 0;
    int j = 0;
    while (all < limit && (i < hashes.length || j < other.hashes.length)) {
      boolean isOwn =
          j == other.hashes.length || (i < hashes.length && hashes[i] <= other.hashes[j]);
      boolean isOther =
          i == hashes.length || (j < other.hashes.length && other.hashes[j] <= hashes[i]);
      i += isOwn ? 1 : 0;
      j += isOther ? 1 : 0;
      common += isOwn && isOther ? 1 : 0;
      all++;
    }
    return all == 0 ? ifBothEmpty : (double) common / all;
  }

  /**
   * Returns the score of their meanings, 0 to 1: 0 if the texts are a contrast, {@link
   * Meaning#UNKNOWN} if a meaning is unknown.
   */
  public double score(WordSet other) {
    if (meaning == null || other.meaning == null) {
      return Meaning.UNKNOWN;
    }
    return isContrast(other) ? 0 : meaning.score(other.meaning);
  }

  /**
   * Returns whether the texts differ in a word or two of one sentence, as "lock the door" and "open
   * the door" do. Vectors are close then, and the words that differ are the point.
   */
  private boolean isContrast(WordSet other) {
    int own = countNew(List.of(other));
    int others = other.countNew(List.of(this));
    int common = hashes.length - own;
    return common > 0 && Math.max(own, others) <= Math.max(1, common / 2);
  }

  /**
   * Returns whether two texts have the same words in the same order, so that they differ at most in
   * blanks and punctuation; false if this is unknown.
   */
  public boolean hasSameWording(WordSet other) {
    return wording != 0 && wording == other.wording;
  }

  /**
   * Returns whether two sets of arguments name the same target: all short values are equal, and
   * each set also has a long text. False if there is no short value or no long one.
   */
  public boolean hasSameTarget(WordSet other) {
    return target != 0 && target == other.target;
  }

  /** Returns whether there are both short and long values. */
  public boolean hasTarget() {
    return target != 0;
  }

  public boolean isEmpty() {
    return hashes.length == 0;
  }

  public int size() {
    return hashes.length;
  }

  /** Returns whether two sets have a word in common. */
  public boolean intersects(WordSet other) {
    return IntStream.of(hashes).anyMatch(other::contains);
  }

  /** Returns the number of words that none of other sets has. */
  public int countNew(List<WordSet> others) {
    return (int)
        IntStream.of(hashes)
            .filter(hash -> others.stream().noneMatch(other -> other.contains(hash)))
            .count();
  }

  /**
   * Returns whether sets differ as items of a list do: each has words of its own, and shares the
   * others with all.
   */
  public static boolean areItems(List<WordSet> sets) {
    return sets.stream().allMatch(each -> each.isItemOf(sets));
  }

  /**
   * Returns whether sets differ as items of a list do, and each has more of its own than a number,
   * which may be a place in the same thing.
   */
  public static boolean areNamedItems(List<WordSet> sets) {
    return areItems(sets)
        && sets.stream()
            .allMatch(
                each ->
                    IntStream.of(each.hashes)
                        .anyMatch(hash -> (hash & NUMBER) == 0 && isInOne(hash, sets)));
  }

  private boolean isItemOf(List<WordSet> sets) {
    int[] own =
        IntStream.of(hashes)
            .filter(hash -> !sets.stream().allMatch(each -> each.contains(hash)))
            .toArray();
    return own.length > 0 && IntStream.of(own).allMatch(hash -> isInOne(hash, sets));
  }

  private static boolean isInOne(int hash, List<WordSet> sets) {
    return sets.stream().filter(each -> each.contains(hash)).count() == 1;
  }

  private boolean contains(int hash) {
    return Arrays.binarySearch(hashes, hash) >= 0;
  }

  /** Returns the size of a sample, which knows only its smallest hashes; unlimited if complete. */
  private int comparableCount() {
    return complete ? Integer.MAX_VALUE : hashes.length;
  }
}
