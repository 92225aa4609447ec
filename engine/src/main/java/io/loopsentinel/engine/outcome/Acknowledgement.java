package io.loopsentinel.engine.outcome;

import java.util.List;

/** Recognises an answer that says that the call was done, and nothing else. */
final class Acknowledgement {

  private static final int MAX_CHARS = 300;
  private static final int COLUMNS = 3;

  private static final List<WordedPattern> FORMS =
      TableFile.read("acknowledgements.txt", COLUMNS).stream()
          .map(row -> new WordedPattern(row.get(0), row.get(2)))
          .toList();

  private Acknowledgement() {}

  /** Returns whether a text is one. */
  static boolean is(String text) {
    String trimmed = text.strip();
    if (trimmed.length() > MAX_CHARS) {
      return false;
    }
    WordedPattern.Line line = WordedPattern.Line.of(trimmed);
    return FORMS.stream().anyMatch(form -> form.isIn(line));
  }
}
