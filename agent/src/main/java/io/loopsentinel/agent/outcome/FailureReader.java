package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads failures out of texts.
 *
 * <p>Two failures are the same if their telling lines are, without numbers, volatile tokens and the
 * call's own arguments, and if the same tests, or as many of them, failed: "9 failed" and "8
 * failed" after the same first complaint are a step forward.
 */
final class FailureReader {

  private static final int READ = 4 * 1024;
  private static final int SHORT = 500;
  private static final int MAX_TELLING = 200;
  private static final int MAX_READABLE = 160;
  private static final int MAX_COUNTS = 24;
  private static final int COLUMNS = 2;
  private static final Pattern CONTROL =
      Pattern.compile("\\p{Cntrl}", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final List<Pattern> COUNTS =
      TableFile.read("failure-counts.txt", COLUMNS).stream()
          .map(row -> Pattern.compile(row.get(1), Pattern.UNIX_LINES | Pattern.MULTILINE))
          .toList();

  private final VolatileTokens tokens;

  FailureReader(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /** Returns the failure that a text tells of, or null if it tells of none. */
  @Nullable Failure read(String text, List<String> arguments) {
    String read = Lines.ends(text, READ);
    String telling = TellingLine.of(FailureLines.of(read), text.length() <= SHORT);
    return telling == null ? null : failure(telling, counts(read), arguments);
  }

  /** Returns the failure of a call that is known to have failed. */
  Failure readFailed(String text, List<String> arguments) {
    Failure failure = read(text, arguments);
    if (failure != null) {
      return failure;
    }
    List<String> lines = FailureLines.of(Lines.ends(text, READ)).lines();
    return failure(lines.isEmpty() ? "" : lines.get(0), "", arguments);
  }

  private Failure failure(String line, String counts, List<String> arguments) {
    String telling = comparable(line, arguments);
    return new Failure(
        telling, readable(line), new TextHash().add(telling).add('\n').add(counts).value());
  }

  private String comparable(String line, List<String> arguments) {
    String told = new OwnArguments(arguments).removedFrom(tokens.normalise(line));
    told = NUMBER.matcher(told).replaceAll("#");
    return Lines.cut(Lines.foldBlanks(told).toLowerCase(Locale.ROOT), MAX_TELLING);
  }

  private static String readable(String line) {
    String blanked = CONTROL.matcher(line).replaceAll(" ");
    String cut = Lines.cut(Lines.foldBlanks(blanked), MAX_READABLE);
    boolean halfCharacter =
        !cut.isEmpty() && Character.isHighSurrogate(cut.charAt(cut.length() - 1));
    return halfCharacter ? cut.substring(0, cut.length() - 1) : cut;
  }

  private String counts(String text) {
    String normalised = tokens.normalise(text);
    List<String> found = new ArrayList<>();
    for (Pattern pattern : COUNTS) {
      Matcher matcher = pattern.matcher(normalised);
      for (int i = 0; i < MAX_COUNTS && matcher.find(); i++) {
        found.add(matcher.group());
      }
    }
    return String.join("\n", found);
  }
}
