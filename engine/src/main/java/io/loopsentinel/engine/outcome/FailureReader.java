package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
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

  private static final int MAX_TELLING = 200;
  private static final int MAX_READABLE = 160;
  private static final int MAX_COUNTS = 24;
  private static final int COLUMNS = 2;
  private static final LazyPattern CONTROL =
      new LazyPattern("\\p{Cntrl}", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final List<LazyPattern> COUNTS =
      Lists.map(
          TableFile.read("failure-counts.txt", COLUMNS),
          row -> new LazyPattern(row.get(1), Pattern.UNIX_LINES | Pattern.MULTILINE));

  private static final int GROUPS = Needs.found(FailureForm.NEEDS);

  private final VolatileTokens tokens;

  FailureReader(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Whether a text may tell of a failure.
   *
   * @param groups those that {@link Messages} found in it
   */
  static boolean mayBe(int groups) {
    return (groups & GROUPS) != 0;
  }

  /**
   * Returns the failure that a text tells of, or null if it tells of none.
   *
   * @param arguments of the call
   * @param tellingLine finds the line that tells it
   */
  @Nullable Failure read(String text, @Nullable Object arguments, TellingLine tellingLine) {
    String telling = tellingLine.of(text, text.length() <= Messages.SHORT);
    return telling == null
        ? null
        : failure(telling, counts(Lines.ends(text, FailureLines.READ)), arguments);
  }

  /** Returns the failure of a call that is known to have failed. */
  Failure readFailed(String text, @Nullable Object arguments, TellingLine tellingLine) {
    Failure failure = read(text, arguments, tellingLine);
    if (failure != null) {
      return failure;
    }
    FailureLines lines = new FailureLines();
    lines.pick(text);
    return failure(lines.size() == 0 ? "" : lines.line(0), "", arguments);
  }

  private Failure failure(String line, String counts, @Nullable Object arguments) {
    String telling = comparable(line, ArgumentValues.of(arguments));
    return new Failure(
        telling, readable(line), TextHash.joined(TextHash.of(telling), TextHash.of(counts)));
  }

  private String comparable(String line, List<String> arguments) {
    String told = new OwnArguments(arguments).removedFrom(tokens.normalise(line));
    told = NUMBER.matcher(told).replaceAll("#");
    return Lines.cut(Lines.foldBlanks(told).toLowerCase(Locale.ROOT), MAX_TELLING);
  }

  private static String readable(String line) {
    String blanked = CONTROL.get().matcher(line).replaceAll(" ");
    String cut = Lines.cut(Lines.foldBlanks(blanked), MAX_READABLE);
    boolean halfCharacter =
        !cut.isEmpty() && Character.isHighSurrogate(cut.charAt(cut.length() - 1));
    return halfCharacter ? cut.substring(0, cut.length() - 1) : cut;
  }

  private String counts(String text) {
    String normalised = tokens.normalise(text);
    List<String> found = new ArrayList<>();
    for (LazyPattern pattern : COUNTS) {
      Matcher matcher = pattern.get().matcher(normalised);
      for (int i = 0; i < MAX_COUNTS && matcher.find(); i++) {
        found.add(matcher.group());
      }
    }
    return String.join("\n", found);
  }
}
