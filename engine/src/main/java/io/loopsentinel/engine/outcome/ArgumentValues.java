package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts and numbers in the arguments of a call, whatever their type.
 *
 * <p>They are read off the canonical JSON, which knows how to walk any object and has no white
 * space: a text before a colon is a name, and every other one is a value.
 */
final class ArgumentValues {

  /** Beyond this the arguments are not read. */
  static final int MAX_CHARS = 1 << 17;

  /** More values than these do not count. */
  static final int MAX_VALUES = 1024;

  private static final int MAX_VALUE_CHARS = 16 * 1024;
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 4;

  private final String json;
  private final List<String> values = new ArrayList<>();
  private int at;

  private ArgumentValues(String json) {
    this.json = json;
  }

  /**
   * Returns the values in the order of the canonical form, each without its end if it is long.
   *
   * <p>Throws nothing, whatever the arguments do.
   */
  static List<String> of(@Nullable Object arguments) {
    return ofJson(CanonicalJson.render(arguments, MAX_CHARS));
  }

  /** Returns the values in canonical JSON. */
  static List<String> ofJson(String json) {
    return new ArgumentValues(json).read();
  }

  private List<String> read() {
    while (at < json.length() && values.size() < MAX_VALUES) {
      char c = json.charAt(at);
      if (c == '"') {
        at++;
        String text = text();
        if (at >= json.length() || json.charAt(at) != ':') {
          values.add(text);
        }
      } else if (c == '-' || isDigit(c)) {
        values.add(number());
      } else {
        at++;
      }
    }
    return values;
  }

  private String number() {
    int start = at;
    while (at < json.length() && ",]}".indexOf(json.charAt(at)) < 0) {
      at++;
    }
    return json.substring(start, at);
  }

  private String text() {
    StringBuilder out = new StringBuilder();
    while (at < json.length() && json.charAt(at) != '"') {
      char c = json.charAt(at++);
      if (c == '\\' && at < json.length()) {
        c = escaped(json.charAt(at++));
      }
      if (out.length() < MAX_VALUE_CHARS) {
        out.append(c);
      }
    }
    at++;
    return out.toString();
  }

  private char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> c;
    };
  }

  private char unicode() {
    int code = 0;
    int end = Math.min(at + HEX_DIGITS, json.length());
    while (at < end) {
      code = code * HEX + Math.max(0, Character.digit(json.charAt(at++), HEX));
    }
    return (char) code;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
