package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.pattern.TableFile;
import io.loopsentinel.engine.outcome.pattern.WordedPattern;
import io.loopsentinel.engine.outcome.pattern.WordedPatterns;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A result, asked whether it is a short answer with little content: the call was done, or nothing
 * was found.
 */
final class ShortAnswer {

  private static final int MAX_ACKNOWLEDGEMENT = 300;

  /** An answer with more words says something besides that nothing was found. */
  private static final int MAX_NEGATIVE_WORDS = 12;

  /** The same for languages that separate no words. */
  private static final int MAX_NEGATIVE_LENGTH = 120;

  private static final List<WordedPattern> DONE = rows("acknowledgements.txt");

  /** A word that is an acknowledgement alone. So is a text without letters and digits. */
  private static final Set<String> DONE_WORDS =
      TableFile.read("done-words.txt", 1).stream()
          .map(row -> row.get(0))
          .collect(Collectors.toUnmodifiableSet());

  /** Forms that say that something still runs. */
  private static final List<WordedPattern> WAITING = rows("waiting.txt");

  /**
   * A sentence that nothing new came in some time. What is not new may be missing for ever, such as
   * an element of a page.
   */
  private static final WordedPattern NOTHING_NEW =
      WordedPattern.of(
          "new ,further",
          "(?i)[^\\n]{0,80}\\b(?:no|nothing|any|for|without) (?:new|further)\\b[^\\n]{0,80}"
              + "(?:\\b(?:after|within|for) \\d{1,4}(?:\\.\\d{1,3})? ?(?:m?s|m|sec|min)[a-z]{0,6}\\b"
              + "|\\btimed?[ -]?out\\b)[^\\n]{0,40}"
              + "|[^\\n]{0,20}\\btimed?[ -]?out\\b[^\\n]{0,40}\\b(?:no|nothing|any|for|without)"
              + " (?:new|further)\\b[^\\n]{0,80}");

  /** Forms that say that nothing was found. */
  private static final List<WordedPattern> NEGATIVE = rows("negatives.txt");

  /** Forms that say that something was made; with a number, it may be the same again. */
  private static final List<WordedPattern> MAKING = rows("making.txt");

  /** A number that is marked as one, or of at least four digits, or with a prefix. */
  private static final Pattern OWN_NUMBER =
      Pattern.compile(
          "(?iu)(?<!\\p{L})(?:(?:no|nr|nº|n°|№|id|#)[.:]? ?|[A-Z]{1,12}-|(?=\\d{4}))\\d[\\w-]{0,40}(?!\\.\\d)");

  /** A number or code that is no measurement: {@code 701}, {@code IT-4711}. */
  private static final Pattern SERIAL =
      Pattern.compile("(?<![\\w.])[A-Za-z]{0,12}[-_]?\\d[\\w-]{0,40}(?![\\w%]|\\.\\d)");

  /** All forms, so that one pass finds the words of all, and whether others may match. */
  private static final WordedPatterns FORMS =
      new WordedPatterns(
          Stream.of(DONE, WAITING, NEGATIVE, MAKING, List.of(NOTHING_NEW))
              .flatMap(List::stream)
              .toList(),
          FailureForm.PATTERNS,
          VolatileTokens.PATTERNS);

  private static final int FAILURES = 0;
  private static final int TOKENS = 1;

  private static final long DONE_FORMS = FORMS.bits(DONE);
  private static final long WAITING_FORMS = FORMS.bits(WAITING);
  private static final long NOTHING_NEW_FORM = FORMS.bits(List.of(NOTHING_NEW));
  private static final long MAKING_FORMS = FORMS.bits(MAKING);
  private static final long NEGATIVE_FORMS = FORMS.bits(NEGATIVE);

  /** The first form applies to texts of any length. */
  private static final WordedPattern TAG = WAITING.get(0);

  /** Number of characters at the front of a long text in which a tag is sought. */
  private static final int FRONT_LENGTH = 100;

  /** Distinguishes the key of a negative answer from that of a text that reads the same. */
  private static final long MARK = TextHash.of("negative");

  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]{1,200}\"|'[^' ]{1,200}'|`[^`']{1,200}[`']");
  private static final Pattern PATH =
      Pattern.compile("(?:[A-Za-z]:)?[\\w.~$-]{0,80}(?:[/\\\\][\\w.$-]{0,80}){1,24}");

  private static final Pattern HEAD =
      Pattern.compile("[A-Za-z_]\\w{0,40}+(?:[,;\\t|][A-Za-z_]\\w{0,40}+){2,40}+");

  private final String text;
  private final String trimmed;

  private final boolean isLong;

  /** What was found in the text; nothing if it is long. */
  private final long found;

  /** The forms that the text may have, one bit for each; none if it is long. */
  private final long candidates;

  ShortAnswer(String text) {
    this.text = text;
    this.trimmed = text.strip();
    this.isLong = trimmed.length() > Failure.SHORT;
    this.found = isLong ? 0 : FORMS.find(trimmed);
    this.candidates = isLong ? 0 : FORMS.candidates(found);
  }

  boolean mayReportFailure() {
    return isLong || FORMS.mayMatchOther(FAILURES, found);
  }

  /** Returns whether the text may have volatile tokens or counts of shown items. */
  boolean mayHaveTokens() {
    return isLong || FORMS.mayMatchOther(TOKENS, found);
  }

  static List<WordedPattern> rows(String name) {
    return TableFile.read(name, 3).stream()
        .map(row -> WordedPattern.of(row.get(0), row.get(2)))
        .toList();
  }

  String text() {
    return text;
  }

  String trimmed() {
    return trimmed;
  }

  boolean isAcknowledgement() {
    return trimmed.length() <= MAX_ACKNOWLEDGEMENT
        && (isDoneWord() || FORMS.match(trimmed, candidates & DONE_FORMS));
  }

  private boolean isDoneWord() {
    int start = 0;
    while (start < trimmed.length() && isSign(trimmed.codePointAt(start))) {
      start += Character.charCount(trimmed.codePointAt(start));
    }
    int end = trimmed.length();
    while (end > start && isSign(trimmed.codePointBefore(end))) {
      end -= Character.charCount(trimmed.codePointBefore(end));
    }
    return start == end
        || DONE_WORDS.contains(trimmed.substring(start, end).toLowerCase(Locale.ROOT));
  }

  private static boolean isSign(int character) {
    return !Character.isLetterOrDigit(character)
        && Character.getType(character) != Character.LETTER_NUMBER
        && Character.getType(character) != Character.OTHER_NUMBER;
  }

  /** Returns whether it is the head of a table: names of columns alone. */
  boolean isHead() {
    return trimmed.length() <= MAX_ACKNOWLEDGEMENT && HEAD.matcher(trimmed).matches();
  }

  /** Returns whether it says that something still runs, is pending or is queued. */
  boolean isWaiting() {
    return isLong
        ? TAG.matcher(Lines.cut(trimmed, FRONT_LENGTH)) != null
        : FORMS.match(trimmed, candidates & WAITING_FORMS);
  }

  /** Returns whether it says that the call itself waited, and that nothing new came. */
  boolean isVainWait() {
    return text.length() <= MAX_ACKNOWLEDGEMENT
        && (candidates & NOTHING_NEW_FORM) != 0
        && NOTHING_NEW.pattern().matcher(trimmed).matches();
  }

  /**
   * Returns the key of an acknowledgement. Where something was made, its number is ignored: the
   * same was done again. Elsewhere a number is news: {@code Moved successfully to (3, 4)}.
   */
  static long doneKey(String acknowledgement, VolatileTokens tokens) {
    String said = tokens.normalise(acknowledgement.strip());
    return TextHash.of(
        FORMS.match(said, MAKING_FORMS) ? SERIAL.matcher(said).replaceAll("<id>") : said);
  }

  /**
   * Returns the key of a sentence that something with a number was made, without that number; 0 for
   * any other text.
   */
  long receiptKey(VolatileTokens tokens) {
    if (trimmed.length() > MAX_ACKNOWLEDGEMENT
        || trimmed.startsWith("{")
        || !FORMS.match(trimmed, candidates & MAKING_FORMS)) {
      return 0;
    }
    String rest = OWN_NUMBER.matcher(trimmed).replaceAll("<id>");
    return rest.equals(trimmed) ? 0 : TextHash.of(tokens.normalise(rest));
  }

  /** Returns whether a text says that something was made. */
  static boolean tellsOfMaking(String text) {
    return FORMS.match(text, MAKING_FORMS);
  }

  /**
   * Returns the key of a text that says that nothing was found, ignoring the names in it.
   *
   * <p>{@code No matches found for "X" in /a/src} for seven names in seven directories is one
   * answer. Other answers keep their names: {@code [File: /a/B.java (1 lines total)]} differs for
   * every file of an honest batch, and so does {@code [File: /a/None.java (1 lines total)]}, which
   * says no only in a name.
   */
  OptionalLong negativeKey(VolatileTokens tokens, OwnArguments arguments) {
    if (text.length() > Failure.SHORT || !mayBeNegative()) {
      return OptionalLong.empty();
    }
    String bare = QUOTED.matcher(tokens.normalise(unquoted(text))).replaceAll("<q>");
    bare = arguments.maskIn(PATH.matcher(bare).replaceAll("<p>"));
    bare = Lines.foldBlanks(bare).toLowerCase(Locale.ROOT);
    return FORMS.match(bare, FORMS.candidates(bare) & NEGATIVE_FORMS)
            && bare.length() <= MAX_NEGATIVE_LENGTH
            && bare.split(" ").length <= MAX_NEGATIVE_WORDS
        ? OptionalLong.of(TextHash.joined(MARK, TextHash.of(bare)))
        : OptionalLong.empty();
  }

  /** Returns whether it has a word for nothing. */
  boolean mayBeNegative() {
    return FORMS.match(text, candidates & NEGATIVE_FORMS);
  }

  /** Returns a text without the quotes around it, if it is a JSON string. */
  private static String unquoted(String text) {
    boolean isQuoted = text.startsWith("\"") && text.indexOf('"', 1) == text.length() - 1;
    return isQuoted && text.length() > 1 ? text.substring(1, text.length() - 1) : text;
  }
}
