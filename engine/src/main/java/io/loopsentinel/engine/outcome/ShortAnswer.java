package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises short answers with little content: the call was done, or nothing was found. */
final class ShortAnswer {

  private static final int MAX_ACKNOWLEDGEMENT = 300;

  private static final WordedPatterns ACKNOWLEDGEMENTS =
      new WordedPatterns(rows("acknowledgements.txt"));

  /** An answer with more words says something besides that nothing was found. */
  private static final int MAX_NEGATIVE_WORDS = 12;

  /** Forms that say that something still runs. */
  private static final List<WordedPattern> WAITING_FORMS = rows("waiting.txt");

  private static final WordedPatterns WAITING = new WordedPatterns(WAITING_FORMS);

  /**
   * A sentence that nothing new came in some time. What is not new may be missing for ever, such as
   * an element of a page.
   */
  private static final Pattern NOTHING_NEW =
      Pattern.compile(
          "(?i)[^\\n]{0,80}\\b(?:no|nothing|any|for|without) (?:new|further)\\b[^\\n]{0,80}"
              + "(?:\\b(?:after|within|for) \\d{1,4}(?:\\.\\d{1,3})? ?(?:m?s|m|sec|min)[a-z]{0,6}\\b"
              + "|\\btimed?[ -]?out\\b)[^\\n]{0,40}"
              + "|[^\\n]{0,20}\\btimed?[ -]?out\\b[^\\n]{0,40}\\b(?:no|nothing|any|for|without)"
              + " (?:new|further)\\b[^\\n]{0,80}");

  /** Texts of which one is in each such sentence or member. */
  private static final List<String> VAIN_WAIT = List.of("out", "Out", "new ", "further");

  /** A member that says that the time was up. */
  private static final Pattern TIME_IS_UP =
      Pattern.compile("(?i)(\"timed?_?out\"\\s{0,9}:\\s{0,9})true\\b");

  /** The first form applies to texts of any length. */
  private static final WordedPattern TAG = WAITING_FORMS.get(0);

  /** Number of characters at the front of a long text in which a tag is sought. */
  private static final int FRONT_LENGTH = 100;

  /** Distinguishes the key of a negative answer from that of a text that reads the same. */
  private static final long MARK = TextHash.of("negative");

  private static final WordedPatterns NEGATIVE =
      new WordedPatterns(
          List.of(
              WordedPattern.of(
                  "no,zero,without,unavailable,empty",
                  "(?i)\\b(?:no|not|nothing|none|zero|without|unavailable|empty)\\b")));
  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]{1,200}\"|'[^' ]{1,200}'|`[^`']{1,200}[`']");
  private static final Pattern PATH =
      Pattern.compile("(?:[A-Za-z]:)?[\\w.~$-]{0,80}(?:[/\\\\][\\w.$-]{0,80}){1,24}");

  private ShortAnswer() {}

  static List<WordedPattern> rows(String name) {
    return TableFile.read(name, 3).stream()
        .map(row -> WordedPattern.of(row.get(0), row.get(2)))
        .toList();
  }

  static boolean isAcknowledgement(String text) {
    String trimmed = text.strip();
    return trimmed.length() <= MAX_ACKNOWLEDGEMENT && ACKNOWLEDGEMENTS.firstMatch(trimmed) >= 0;
  }

  /** Returns whether a text says that something still runs, is pending or is queued. */
  static boolean isWaiting(String text) {
    String trimmed = text.strip();
    return trimmed.length() <= Failure.SHORT
        ? WAITING.firstMatch(trimmed) >= 0
        : TAG.matcher(Lines.cut(trimmed, FRONT_LENGTH)) != null;
  }

  /** Returns whether a text says that the call itself waited, and that nothing new came. */
  static boolean isVainWait(String text, VolatileTokens tokens) {
    if (text.length() > MAX_ACKNOWLEDGEMENT || !mayBeVainWait(text)) {
      return false;
    }
    Matcher member = TIME_IS_UP.matcher(text);
    return member.find()
        ? EmptyData.is(member.replaceFirst("$1null"), tokens)
        : NOTHING_NEW.matcher(text.strip()).matches();
  }

  private static boolean mayBeVainWait(String text) {
    for (String word : VAIN_WAIT) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the key of a text that says that nothing was found, ignoring the names in it.
   *
   * <p>{@code No matches found for "X" in /a/src} for seven names in seven directories is one
   * answer. Other answers keep their names: {@code [File: /a/B.java (1 lines total)]} differs for
   * every file of an honest batch, and so does {@code [File: /a/None.java (1 lines total)]}, which
   * says no only in a name.
   */
  static OptionalLong negativeKey(String text, VolatileTokens tokens, OwnArguments arguments) {
    if (text.length() > Failure.SHORT || NEGATIVE.firstMatch(text) < 0) {
      return OptionalLong.empty();
    }
    String bare = QUOTED.matcher(tokens.normalise(unquoted(text))).replaceAll("<q>");
    bare = arguments.maskIn(PATH.matcher(bare).replaceAll("<p>"));
    bare = Lines.foldBlanks(bare).toLowerCase(Locale.ROOT);
    return NEGATIVE.firstMatch(bare) >= 0 && bare.split(" ").length <= MAX_NEGATIVE_WORDS
        ? OptionalLong.of(TextHash.joined(MARK, TextHash.of(bare)))
        : OptionalLong.empty();
  }

  /** Returns a text without the quotes around it, if it is a JSON string. */
  private static String unquoted(String text) {
    boolean isQuoted = text.startsWith("\"") && text.indexOf('"', 1) == text.length() - 1;
    return isQuoted && text.length() > 1 ? text.substring(1, text.length() - 1) : text;
  }
}
