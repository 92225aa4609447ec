package io.loopsentinel.engine.outcome;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises data that contains nothing, in JSON: empty collections, zero counts, null; or an empty
 * element.
 */
final class EmptyData {

  /** Key of all answers that contain nothing, whatever their form. */
  static final long KEY = TextHash.of("nothing");

  private static final int MAX_LENGTH = 300;
  private static final Pattern EMPTY_ELEMENT =
      Pattern.compile("<([\\w.:-]{1,60})(?:\\s*/>|>\\s*</\\1>)");
  private static final Set<String> NOTHING = Set.of("null", "None", "nil", "[]", "{}");

  private EmptyData() {}

  /**
   * Returns whether a text is such data. At least one collection must be empty, because an object
   * with a zero alone may be the envelope of a command that succeeded. Volatile tokens, such as the
   * id of the request, do not count.
   */
  static boolean is(String text, VolatileTokens tokens) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    String data = text.strip();
    if (NOTHING.contains(data)) {
      return true;
    }
    return data.startsWith("<")
        ? EMPTY_ELEMENT.matcher(data).matches()
        : (data.startsWith("{") || data.startsWith("[")) && isEmpty(tokens.normalise(data));
  }

  private static boolean isEmpty(String data) {
    boolean hasEmpty = false;
    int i = 0;
    while (i < data.length()) {
      char c = data.charAt(i);
      if (c == '"') {
        int end = data.indexOf('"', i + 1);
        if (end < 0 || !(end == i + 1 || data.charAt(i + 1) == '<' || isName(data, end + 1))) {
          return false;
        }
        i = end;
      } else if (c == 'n' && data.startsWith("null", i)) {
        i += 3;
      } else if (c == 'f' && data.startsWith("false", i)) {
        i += 4;
      } else if (c == '<') {
        i = Math.max(i, data.indexOf('>', i));
      } else if (c == '[' || c == '{') {
        int next = skipBlanks(data, i + 1);
        hasEmpty |= next < data.length() && (data.charAt(next) == ']' || data.charAt(next) == '}');
      } else if (!Character.isWhitespace(c) && "]},:0".indexOf(c) < 0) {
        return false;
      }
      i++;
    }
    return hasEmpty;
  }

  private static boolean isName(String data, int end) {
    int next = skipBlanks(data, end);
    return next < data.length() && data.charAt(next) == ':';
  }

  static int skipBlanks(String data, int start) {
    int i = start;
    while (i < data.length() && Character.isWhitespace(data.charAt(i))) {
      i++;
    }
    return i;
  }
}
