package io.loopsentinel.agent.outcome;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An answer that says that the call was done, and nothing else. */
final class Acknowledgement {

  private static final int MAX_CHARS = 300;
  private static final int COLUMNS = 3;

  /** In a table: needs a text of few letters. */
  private static final String FEW = "few";

  /** As many as the longest word for it has. */
  private static final int FEW_LETTERS = 12;

  private static final List<Form> FORMS =
      TableFile.read("acknowledgements.txt", COLUMNS).stream().map(Form::of).toList();

  private record Form(boolean isShort, Needs needs, Pattern pattern) {

    static Form of(List<String> row) {
      boolean isShort = row.get(0).equals(FEW);
      return new Form(
          isShort,
          isShort ? Needs.NOTHING : Needs.of(row.get(0)),
          Pattern.compile(row.get(2), Pattern.UNIX_LINES));
    }

    boolean mayBe(String text, int start, int end, int groups) {
      return isShort ? hasFewLetters(text, start, end) : needs.areIn(text, start, end, groups);
    }
  }

  private Acknowledgement() {}

  /**
   * Returns whether a text is one.
   *
   * @param groups those that {@link Messages} found in it
   */
  static boolean is(String text, int groups) {
    int start = Lines.startOfText(text, 0, text.length());
    int end = Lines.endOfText(text, start, text.length());
    if (end - start > MAX_CHARS) {
      return false;
    }
    for (int i = 0; i < FORMS.size(); i++) {
      Form form = FORMS.get(i);
      if (form.mayBe(text, start, end, groups)
          && form.pattern().matcher(text.substring(start, end)).find()) {
        return true;
      }
    }
    return false;
  }

  /** Returns what the forms need. */
  static Stream<Needs> needs() {
    return FORMS.stream().map(Form::needs);
  }

  private static boolean hasFewLetters(String text, int start, int end) {
    int letters = 0;
    for (int i = start; i < end && letters <= FEW_LETTERS; i++) {
      char c = text.charAt(i);
      boolean isSmallLetter = c >= 'a' && c <= 'z'; // Most are, and it spares a table.
      letters += isSmallLetter || Character.isLetterOrDigit(c) ? 1 : 0;
    }
    return letters <= FEW_LETTERS;
  }
}
