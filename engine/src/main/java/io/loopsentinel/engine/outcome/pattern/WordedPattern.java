package io.loopsentinel.engine.outcome.pattern;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression and the words of which each text that it matches contains one.
 *
 * @param words lower-case words; empty if any text may match
 * @param also words of which the text also contains one; empty if it needs none
 * @param offset how many characters before the end of a word a match begins; 0 if this varies
 * @param length maximum length of a match
 * @param atFront whether the expression is tried only at the front, because it starts with {@code
 *     ^}
 */
public record WordedPattern(
    List<String> words,
    List<String> also,
    int offset,
    int length,
    Pattern pattern,
    boolean atFront) {

  /** What is also needed, the words, the offset, and the length. */
  private static final Pattern NEEDED = Pattern.compile("([#=]?)(.+?)(?:\\^(\\d+))?(?:@(\\d+))?");

  private static final List<String> DIGIT = List.of("0");
  private static final List<String> VALUE = List.of(":0", "=0", ": 0", "= 0");

  /**
   * Returns a pattern as written in the tables.
   *
   * @param needed words, separated by commas; {@code *} is any text. Before them, {@code #} also
   *     requires a digit, and {@code =} a digit after a colon or an equals sign. {@code ^} and a
   *     number after them is the offset, {@code @} and a number the length, which is unlimited
   *     without
   */
  public static WordedPattern of(String needed, String regex) {
    Matcher parts = NEEDED.matcher(needed);
    if (!parts.matches()) {
      throw new IllegalStateException("expected words in the table, found: " + needed);
    }
    String words = parts.group(2);
    return new WordedPattern(
        words.equals("*") ? List.of() : List.of(words.split(",")),
        parts.group(1).equals("#") ? DIGIT : parts.group(1).equals("=") ? VALUE : List.of(),
        parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3)),
        parts.group(4) == null ? Integer.MAX_VALUE : Integer.parseInt(parts.group(4)),
        Pattern.compile(regex, Pattern.UNIX_LINES),
        regex.startsWith("^") || regex.startsWith("(?i)^"));
  }

  /** Returns few words of which each text that it matches contains one: a digit where it can. */
  List<String> fewWords() {
    return also.isEmpty() && !words.stream().allMatch(word -> word.contains("0")) ? words : DIGIT;
  }

  /** Returns a matcher at the first match; null if there is none. */
  public @Nullable Matcher matcher(String text) {
    Matcher matcher = pattern.matcher(text);
    return (atFront ? matcher.lookingAt() : matcher.find()) ? matcher : null;
  }
}
