package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds what may say that a call failed, that it was done, or that there is nothing.
 *
 * <p>Most results say none of that, and hold none of the short patterns that all ways to say it
 * need. Those that may stand anywhere in a line are in one filter; those that begin one in another,
 * which reads no more than its beginning.
 */
final class Messages {

  private static final List<Needs> ALL =
      joined(FailureForm.NEEDS, Acknowledgement.NEEDS, List.of(NegativeAnswer.NEEDS));

  private static final PatternFilter ANYWHERE = new PatternFilter(Needs.groups(ALL, 0));
  private static final PatternFilter BEGINNING =
      new PatternFilter(Needs.groups(ALL, PatternFilter.GROUPS));

  private static final PairFilter BEGINNING_PAIRS =
      new PairFilter(Needs.groups(ALL, PatternFilter.GROUPS));

  /** The groups in which {@link #PAIRS} finds what volatile tokens need first. */
  static final int TOKENS = VolatileTokens.FIRST_NEEDS.found();

  /** Finds the groups of {@link #anywhere}, and those tokens. */
  static final PairFilter PAIRS =
      new PairFilter(Needs.groups(joined(ALL, List.of(VolatileTokens.FIRST_NEEDS)), 0));

  /** Up to this length an answer is read as a whole, and not only the lines of a failure. */
  static final int SHORT = 500;

  /** The longest pattern, and before it up to two characters or a line feed. */
  private static final int BEGIN = 8;

  /** In an object of one field a row of blanks may come first. */
  private static final int BEGIN_OF_OBJECT = 32;

  private Messages() {}

  @SafeVarargs
  private static List<Needs> joined(List<Needs>... lists) {
    List<Needs> all = new ArrayList<>();
    for (List<Needs> list : lists) {
      all.addAll(list);
    }
    return all;
  }

  /** Returns the groups that a line may hold. */
  static int groupsIn(String text, int from, int to) {
    return anywhere(text, from, to) | beginning(text, from, to);
  }

  /** Returns those groups that may stand anywhere. */
  static int anywhere(String text, int from, int to) {
    return ANYWHERE.groupsIn(text, from, to);
  }

  /** Returns those groups that begin a line. */
  static int beginning(String text, int from, int to) {
    boolean isObject = from < to && text.charAt(from) == '{';
    if (to - from >= BEGIN && !isObject) {
      long first = TextHash.word(text, from);
      long second = TextHash.word(text, from + BEGIN / 2);
      if (PairFilter.areAscii(first | second)) {
        return BEGINNING_PAIRS.groupsIn(first, second) << PatternFilter.GROUPS;
      }
    }
    int read = isObject ? BEGIN_OF_OBJECT : BEGIN;
    return BEGINNING.groupsIn(text, from, Math.min(to, from + read)) << PatternFilter.GROUPS;
  }

  /** Returns those groups that stand at the end of a line only because it was cut there. */
  static int atCut(String text, int from, int to) {
    return to - from < FailureLines.MAX_LINE ? 0 : anywhere(text, to - ShortPattern.LONGEST, to);
  }
}
