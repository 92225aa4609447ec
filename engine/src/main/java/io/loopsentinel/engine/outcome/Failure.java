package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.pattern.TableFile;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call.
 *
 * @param tellingLine the line that distinguishes it from other failures, made comparable
 * @param readableLine the same line as written, printable
 * @param key equal for the same failure; covers the telling line and the counts of failures
 */
record Failure(String tellingLine, String readableLine, long key) {

  /** Maximum length of an answer that is read as a whole, not only for lines of a failure. */
  static final int SHORT = 500;

  /** Begins the key of a failure without a text, which is the same only for the same arguments. */
  private static final long EMPTY = TextHash.of("empty failure");

  private static final int MAX_TELLING = 200;
  private static final int MAX_READABLE = 160;
  private static final int MAX_COUNTS = 24;
  private static final int COLUMNS = 2;
  private static final Pattern CONTROL =
      Pattern.compile("\\p{Cntrl}", Pattern.UNICODE_CHARACTER_CLASS);

  /** A number, or an id of hexadecimal digits: a failure has another one each time. */
  private static final Pattern NUMBER = Pattern.compile("\\b(?=[a-f]{0,7}\\d)[0-9a-f]{6,}\\b|\\d+");

  /** Counts of failures are news even if the telling line is the same. */
  private static final List<Pattern> COUNTS =
      TableFile.read("failure-counts.txt", COLUMNS).stream()
          .map(row -> Pattern.compile(row.get(1), Pattern.UNIX_LINES | Pattern.MULTILINE))
          .toList();

  /** Returns the failure that a text reports, or null if it reports none. */
  static @Nullable Failure find(String text, OwnArguments arguments, VolatileTokens tokens) {
    String telling = TellingLine.find(text);
    return telling == null
        ? null
        : of(telling, counts(Lines.ends(text), tokens), arguments, tokens);
  }

  static Failure ofFailedCall(String text, OwnArguments arguments, VolatileTokens tokens) {
    Failure found = find(text, arguments, tokens);
    if (found != null) {
      return found;
    }
    List<TellingLine> lines = TellingLine.candidates(text);
    return lines.isEmpty()
        ? new Failure(
            "", "", TextHash.joined(EMPTY, TextHash.of(String.join("\n", arguments.values()))))
        : of(lines.get(0).text(), "", arguments, tokens);
  }

  private static Failure of(
      String line, String counts, OwnArguments arguments, VolatileTokens tokens) {
    String telling = comparable(line, arguments, tokens);
    return new Failure(
        telling, readable(line), TextHash.joined(TextHash.of(telling), TextHash.of(counts)));
  }

  static String comparable(String line, OwnArguments arguments, VolatileTokens tokens) {
    String masked = arguments.maskIn(tokens.normalise(line));
    masked = NUMBER.matcher(masked).replaceAll("#");
    return Lines.cut(Lines.foldBlanks(masked).toLowerCase(Locale.ROOT), MAX_TELLING);
  }

  private static String readable(String line) {
    String blanked = CONTROL.matcher(line).replaceAll(" ");
    String cut = Lines.cut(Lines.foldBlanks(blanked), MAX_READABLE);
    boolean halfCharacter =
        !cut.isEmpty() && Character.isHighSurrogate(cut.charAt(cut.length() - 1));
    return halfCharacter ? Lines.cut(cut, cut.length() - 1) : cut;
  }

  static String counts(String text, VolatileTokens tokens) {
    String normalised = tokens.normalise(text);
    return COUNTS.stream()
        .flatMap(count -> count.matcher(normalised).results().limit(MAX_COUNTS))
        .map(MatchResult::group)
        .collect(Collectors.joining("\n"));
  }
}
