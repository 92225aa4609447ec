package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Recognises an answer that says that the call was done, and nothing else.
 *
 * <p>Used for one text after the other, and takes no memory. Not thread-safe.
 */
final class Acknowledgement {

  private static final int MAX_CHARS = 300;
  private static final int COLUMNS = 3;

  /** In a table: needs a text that is one word, or none, and marks around it. */
  private static final String FEW = "few";

  /** As many as the longest word for it has. */
  private static final int FEW_LETTERS = 12;

  private static final List<Form> FORMS =
      Lists.map(TableFile.read("acknowledgements.txt", COLUMNS), Form::of);

  /** What the forms need. */
  static final List<Needs> NEEDS = Lists.map(FORMS, Form::needs);

  private static final int GROUPS = Needs.found(NEEDS);

  private record Form(boolean isShort, Needs needs, LazyPattern regex) {

    static Form of(List<String> row) {
      boolean isShort = row.get(0).equals(FEW);
      return new Form(
          isShort,
          isShort ? Needs.NOTHING : Needs.of(row.get(0)),
          new LazyPattern(row.get(2), Pattern.UNIX_LINES));
    }

    boolean mayBe(String text, int start, int end, int groups) {
      return isShort ? hasFewLetters(text, start, end) : needs.areIn(text, start, end, groups);
    }
  }

  private final List<KeptMatcher> matchers =
      Lists.map(FORMS, form -> new KeptMatcher(form.regex()));

  Acknowledgement() {}

  /**
   * Returns whether a text may be one.
   *
   * @param start where it begins without white space at its front
   * @param end where it ends without white space
   * @param groups those that {@link Messages} found in it
   */
  static boolean mayBe(String text, int start, int end, int groups) {
    return end - start <= MAX_CHARS && ((groups & GROUPS) != 0 || hasFewLetters(text, start, end));
  }

  /** Returns whether a text that may be one is one; the parameters are the same. */
  boolean is(String text, int start, int end, int groups) {
    for (int i = 0; i < FORMS.size(); i++) {
      if (FORMS.get(i).mayBe(text, start, end, groups) && matchers.get(i).finds(text, start, end)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a text has few characters from its first letter or digit to its last, which it
   * takes a look at two or three places to find out.
   */
  private static boolean hasFewLetters(String text, int start, int end) {
    int first = start;
    while (first < end && !isLetterOrDigit(text.charAt(first))) {
      first++;
    }
    int last = end;
    while (last - first > FEW_LETTERS && !isLetterOrDigit(text.charAt(last - 1))) {
      last--;
    }
    return last - first <= FEW_LETTERS;
  }

  private static boolean isLetterOrDigit(char c) {
    boolean isSmallLetter = c >= 'a' && c <= 'z'; // Most are, and it spares a table.
    return isSmallLetter || Character.isLetterOrDigit(c);
  }
}
