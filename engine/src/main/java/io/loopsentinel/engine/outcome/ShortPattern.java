package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of at most eight characters, or sets of them, that a text may hold.
 *
 * <p>{@code _} is a blank, {@code \d} a digit, {@code \x} a hexadecimal one, {@code \W} what is no
 * ASCII letter, digit or underscore, {@code \n} where a line begins or ends, {@code \s} another
 * white space, {@code [ab]} one of several. A small letter stands for both cases. All characters
 * beyond ASCII are one, and {@code µ} is any of them.
 *
 * @param sets of ASCII characters, and of {@link #BEYOND_ASCII}
 */
record ShortPattern(List<BitSet> sets) {

  /** Stands for all characters beyond ASCII. */
  static final int BEYOND_ASCII = 128;

  /** The greatest length. */
  static final int LONGEST = 8;

  /** Reads one. */
  static ShortPattern of(String text) {
    List<BitSet> sets = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = text.charAt(at) == '[' ? text.indexOf(']', at) : endOfOne(text, at);
      BitSet set = new BitSet(BEYOND_ASCII + 1);
      for (int i = text.charAt(at) == '[' ? at + 1 : at; i < end; i = endOfOne(text, i)) {
        add(set, text.substring(i, endOfOne(text, i)));
      }
      sets.add(set);
      at = text.charAt(at) == '[' ? end + 1 : end;
    }
    if (sets.isEmpty() || sets.size() > LONGEST) {
      throw new IllegalArgumentException("expected 1 to " + LONGEST + " characters: " + text);
    }
    return new ShortPattern(sets);
  }

  /** Written out, as is {@link #hashCode}: the JVM would link them from method handles. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ShortPattern pattern && sets.equals(pattern.sets);
  }

  @Override
  public int hashCode() {
    return sets.hashCode();
  }

  private static int endOfOne(String text, int at) {
    return text.charAt(at) == '\\' ? at + 2 : at + 1;
  }

  private static void add(BitSet set, String one) {
    switch (one) {
      case "_" -> set.set(' ');
      case "\\d" -> set.set('0', '9' + 1);
      case "\\x" -> {
        set.set('0', '9' + 1);
        set.set('a', 'f' + 1);
        set.set('A', 'F' + 1);
      }
      case "\\n" -> set.set('\n');
      case "\\s" -> {
        set.set('\t');
        set.set('\u000b', '\r' + 1);
        set.set(' ');
      }
      case "\\W" -> {
        for (int c = 0; c < BEYOND_ASCII; c++) {
          set.set(c, c != '_' && !Character.isLetterOrDigit(c));
        }
        set.set(BEYOND_ASCII);
      }
      default -> {
        char c = one.charAt(one.length() - 1);
        set.set(Math.min(c, BEYOND_ASCII));
        if (c < BEYOND_ASCII) {
          set.set(Character.toUpperCase(c));
        }
      }
    }
  }
}
