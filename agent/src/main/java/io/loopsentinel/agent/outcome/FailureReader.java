package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
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

  /** Characters at either end of a text that are read. */
  static final int READ = 4 * 1024;

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

  private static final int GROUPS =
      FailureForm.table().stream()
          .mapToInt(form -> form.needs().found())
          .reduce(0, (all, groups) -> all | groups);

  private final VolatileTokens tokens;

  /** For whoever comes first, so that most texts take no memory. */
  private final AtomicReference<FailureLines> spare = new AtomicReference<>(new FailureLines());

  FailureReader(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Whether a text may tell of a failure.
   *
   * @param groups those that {@link Messages} found in it
   */
  boolean mayBeIn(String text, int groups) {
    if ((groups & GROUPS) == 0) {
      return false;
    }
    FailureLines lines = picked(text);
    boolean may = lines.mayTell();
    give(lines);
    return may;
  }

  /**
   * Returns the groups of patterns that {@link Messages} finds in those lines of a text where a
   * failure would be told, and in all of a short one.
   */
  int groupsIn(String text) {
    FailureLines lines = picked(text);
    int groups = lines.groups();
    give(lines);
    return text.length() <= Messages.SHORT
        ? groups | Messages.anywhere(text, 0, text.length())
        : groups;
  }

  /** Returns the failure that a text tells of, or null if it tells of none. */
  @Nullable Failure read(String text, List<String> arguments) {
    String read = Lines.ends(text, READ);
    String telling = TellingLine.of(new FailureLines(read), text.length() <= SHORT);
    return telling == null ? null : failure(telling, counts(read), arguments);
  }

  /** Returns the failure of a call that is known to have failed. */
  Failure readFailed(String text, List<String> arguments) {
    Failure failure = read(text, arguments);
    if (failure != null) {
      return failure;
    }
    FailureLines lines = new FailureLines(Lines.ends(text, READ));
    return failure(lines.size() == 0 ? "" : lines.line(0), "", arguments);
  }

  private FailureLines picked(String text) {
    FailureLines taken = spare.getAndSet(null);
    FailureLines lines = taken == null ? new FailureLines() : taken;
    lines.pick(Lines.ends(text, READ));
    return lines;
  }

  private void give(FailureLines lines) {
    lines.clear();
    spare.set(lines);
  }

  private Failure failure(String line, String counts, List<String> arguments) {
    String telling = comparable(line, arguments);
    return new Failure(
        telling, readable(line), TextHash.joined(TextHash.of(telling), TextHash.of(counts)));
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
