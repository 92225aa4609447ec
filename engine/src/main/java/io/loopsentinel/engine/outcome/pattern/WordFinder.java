package io.loopsentinel.engine.outcome.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds which of many words occur in a text, in one pass over the text.
 *
 * <p>Case is ignored. In a word, 0 stands for any digit, and a character that is not ASCII for any
 * such character. This is the automaton of Aho and Corasick, Efficient string matching (1975), with
 * all transitions in one table. Immutable and thread-safe.
 */
final class WordFinder {

  private static final int NOT_ASCII = 128;
  private static final int OTHER = 0;

  /** Added to a state in which a word ends, so that most states need no look at the lists. */
  private static final int WORD_ENDS = Integer.MIN_VALUE;

  /** The state before a text. */
  static final int START = 0;

  /** By character: the column of the table. Characters of no word share one column. */
  private final byte[] columns = new byte[NOT_ASCII + 1];

  /** Number of columns, a power of two, and its logarithm. A state is the index of its row. */
  private final int width;

  private final int shift;

  private final int[] next;

  /** By row: the lists that have a word that ends here, one bit for each. */
  private final long[] found;

  /** By character: whether a word begins with it. */
  private final boolean[] first = new boolean[NOT_ASCII + 1];

  /**
   * Creates a finder of lists of words.
   *
   * @param lists at most 64 lists
   */
  WordFinder(List<List<String>> lists) {
    int count = OTHER;
    int length = 0;
    for (List<String> words : lists) {
      for (String word : words) {
        length += word.length();
        for (int i = 0; i < word.length(); i++) {
          int c = fold(word.charAt(i));
          if (columns[c] == OTHER) {
            columns[c] = (byte) ++count;
          }
        }
      }
    }
    for (char c = 0; c < NOT_ASCII; c++) {
      columns[c] = columns[fold(c)];
    }
    width = Integer.highestOneBit(Math.max(1, count)) << 1;
    shift = Integer.numberOfTrailingZeros(width);
    next = new int[(length + 1) * width];
    found = new long[length + 1];
    link(addAll(lists));
    for (int c = 0; c < first.length; c++) {
      first[c] = next[columns[c]] != START;
    }
  }

  private static int fold(char c) {
    return c >= '0' && c <= '9' ? '0' : Math.min(Character.toLowerCase(c), NOT_ASCII);
  }

  /** Returns the transitions of the words, by the number of characters before them. */
  private List<List<Transition>> addAll(List<List<String>> lists) {
    List<List<Transition>> transitions = new ArrayList<>();
    int free = width;
    for (int list = 0; list < lists.size(); list++) {
      for (String word : lists.get(list)) {
        int state = START;
        for (int i = 0; i < word.length(); i++) {
          int at = state + columns[fold(word.charAt(i))];
          if (next[at] == START) {
            next[at] = free;
            if (transitions.size() == i) {
              transitions.add(new ArrayList<>());
            }
            transitions.get(i).add(new Transition(state, at - state, free));
            free += width;
          }
          state = next[at];
        }
        found[state >>> shift] |= 1L << list;
      }
    }
    return transitions;
  }

  /** A character of a word: from a state, by a column, to another state. */
  private record Transition(int from, int column, int to) {}

  /**
   * Completes the transitions: where no word goes on, the longest suffix that begins one does. Most
   * of a row is that of its suffix, and is copied as a whole, because this runs at each start.
   */
  private void link(List<List<Transition>> transitions) {
    int[] suffixes = new int[found.length];
    for (List<Transition> ofLength : transitions) {
      for (Transition each : ofLength) {
        int suffix =
            each.from == START
                ? START
                : atWordEnd(next[suffixes[each.from >>> shift] + each.column]);
        suffixes[each.to >>> shift] = suffix;
        found[each.to >>> shift] |= found[suffix >>> shift];
      }
      for (Transition each : ofLength) {
        boolean endsWord = found[each.to >>> shift] != 0;
        next[each.from + each.column] = endsWord ? each.to | WORD_ENDS : each.to;
      }
      for (Transition each : ofLength) {
        System.arraycopy(next, suffixes[each.to >>> shift], next, each.to, width);
      }
    }
  }

  /** Returns whether a part of a text contains a word. It is fast if few characters begin one. */
  boolean isIn(String text, int start, int end) {
    int i = start;
    while (i < end) {
      while (i < end && !first[Math.min(text.charAt(i), NOT_ASCII)]) {
        i++;
      }
      int state = START;
      do {
        if (i == end) {
          return false;
        }
        state = next(state, text.charAt(i++));
        if (state < 0) {
          return true;
        }
      } while (state != START);
    }
    return false;
  }

  /** Returns the state after a character; negative if a word ends there. */
  int next(int state, char c) {
    return next[state + columns[Math.min(c, NOT_ASCII)]];
  }

  /** Returns the state to go on with from a negative one. */
  static int atWordEnd(int negative) {
    return negative & ~WORD_ENDS;
  }

  /** Returns the lists of which a word ends in a state, one bit for each. */
  long found(int state) {
    return found[state >>> shift];
  }
}
