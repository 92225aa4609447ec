package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;

/** Texts as lines, and the blanks in them. */
final class Lines {

  private Lines() {}

  /** Splits a text at its line feeds; an empty text is one empty line. */
  static List<String> of(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    lines.add(text.substring(start));
    return lines;
  }

  /** Returns the first and the last lines of a long text, and a shorter one as it is. */
  static String ends(String text, int charsAtEachEnd) {
    return text.length() <= 2 * charsAtEachEnd
        ? text
        : text.substring(0, charsAtEachEnd) + '\n' + text.substring(text.length() - charsAtEachEnd);
  }

  /** Returns at most so many characters of a text. */
  static String cut(String text, int chars) {
    return text.length() <= chars ? text : text.substring(0, chars);
  }

  /** Returns where the line ends that begins at a place: at a line feed or the end of the text. */
  static int endOfLine(String text, int start) {
    int end = text.indexOf('\n', start);
    return end < 0 ? text.length() : end;
  }

  /** Returns where the line begins that ends at a place, not before {@code from}. */
  static int startOfLine(String text, int from, int end) {
    int start = end;
    while (start > from && text.charAt(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  /** Returns where a part of a text begins without the white space at its front. */
  static int startOfText(String text, int from, int to) {
    int start = from;
    while (start < to && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    return start;
  }

  /** Returns where a part of a text ends without the white space at its end. */
  static int endOfText(String text, int from, int to) {
    int end = to;
    while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  /** Returns a text with one blank for each row of white space, and none at its ends. */
  static String foldBlanks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean blank = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        blank = out.length() > 0;
        continue;
      }
      if (blank) {
        out.append(' ');
        blank = false;
      }
      out.append(c);
    }
    return out.toString();
  }
}
