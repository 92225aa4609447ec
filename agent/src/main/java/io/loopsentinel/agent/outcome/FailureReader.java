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
 * <p>A failure is known by its telling line: the first line of the best form in the table, after a
 * Python traceback the last such line, and where all that is known is that the call failed the
 * first line that says more. Two failures are the same if their telling lines are, without numbers,
 * volatile tokens and the call's own arguments, and if as many tests or files failed.
 */
final class FailureReader {

  private static final int READ = 4 * 1024;
  private static final int SHORT = 500;
  private static final int MAX_TELLING = 200;
  private static final int MAX_COUNTS = 24;
  private static final int COLUMNS = 2;
  private static final String TRACEBACK = "Traceback";
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
    FailureLines lines = FailureLines.of(read);
    String telling = tellingLine(lines, text.length() <= SHORT);
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

  private static @Nullable String tellingLine(FailureLines picked, boolean isShort) {
    String best = null;
    int bestRank = -1;
    boolean traceback = false;
    List<String> lines = picked.lines();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      FailureForm.Kind kind = kind(line, isShort, i == 0, picked.isAtEnd(i));
      if (kind == null) {
        continue;
      }
      traceback |= kind == FailureForm.Kind.MARKER && line.startsWith(TRACEBACK);
      boolean later = traceback && kind == FailureForm.Kind.NAMED && bestRank == kind.rank();
      if (kind.rank() > bestRank || later) {
        best = line;
        bestRank = kind.rank();
      }
    }
    return bestRank == FailureForm.Kind.MARKER.rank() ? firstBesidesMarkers(picked, best) : best;
  }

  private static FailureForm.@Nullable Kind kind(
      String line, boolean isShort, boolean first, boolean atEnd) {
    Needs.Line prepared = Needs.Line.of(line);
    for (FailureForm form : FailureForm.table()) {
      if ((isShort || form.kind().countsInLongResult(first, atEnd)) && form.isIn(line, prepared)) {
        return form.kind();
      }
    }
    return null;
  }

  private static @Nullable String firstBesidesMarkers(
      FailureLines picked, @Nullable String marker) {
    for (String line : picked.lines().subList(0, picked.head())) {
      if (kind(line, true, true, true) != FailureForm.Kind.MARKER) {
        return line;
      }
    }
    return marker;
  }

  private Failure failure(String line, String counts, List<String> arguments) {
    String telling = comparable(line, arguments);
    return new Failure(telling, new TextHash().add(telling).add('\n').add(counts).value());
  }

  private String comparable(String line, List<String> arguments) {
    String told = new OwnArguments(arguments).removedFrom(tokens.normalise(line));
    told = NUMBER.matcher(told).replaceAll("#");
    return Lines.cut(Lines.foldBlanks(told).toLowerCase(Locale.ROOT), MAX_TELLING);
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
