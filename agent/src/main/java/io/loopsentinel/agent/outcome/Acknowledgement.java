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

  private static final int GROUPS =
      needs().mapToInt(Needs::found).reduce(0, (all, groups) -> all | groups);

  private record Form(boolean isShort, Needs needs, Pattern pattern) {

    static Form of(List<String> row) {
      boolean isShort = row.get(0).equals(FEW);
      return new Form(
          isShort,
          isShort ? Needs.NOTHING : Needs.of(row.get(0)),
          Pattern.compile(row.get(2), Pattern.UNIX_LINES));
    }

    boolean isOf(String text, int groups, boolean hasFewLetters) {
      return (!isShort || hasFewLetters)
          && needs.areIn(text, groups)
          && pattern.matcher(text).find();
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
    boolean hasFewLetters = hasFewLetters(text, start, end);
    return (hasFewLetters || (groups & GROUPS) != 0)
        && isOfAnyForm(text.substring(start, end), groups, hasFewLetters);
  }

  /** Returns what the forms need. */
  static Stream<Needs> needs() {
    return FORMS.stream().map(Form::needs);
  }

  private static boolean isOfAnyForm(String text, int groups, boolean hasFewLetters) {
    for (Form form : FORMS) {
      if (form.isOf(text, groups, hasFewLetters)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasFewLetters(String text, int start, int end) {
    int letters = 0;
    for (int i = start; i < end && letters <= FEW_LETTERS; i++) {
      char c = text.charAt(i);
      if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        letters++;
      }
    }
    return letters <= FEW_LETTERS;
  }
}
