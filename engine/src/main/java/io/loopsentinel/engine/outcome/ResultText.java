package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import org.jspecify.annotations.Nullable;

/** The text of what a tool returned or threw. */
final class ResultText {

  private static final int MAX_CHARS = 1 << 20;

  /** How far an exception without a message is asked for its cause. */
  private static final int MAX_CAUSES = 8;

  private ResultText() {}

  /** Returns the text of any object, the empty text for null; throws nothing, whatever it does. */
  static String of(@Nullable Object result) {
    if (result instanceof String text) {
      return text;
    }
    if (result == null) {
      return "";
    }
    try {
      if (result instanceof CharSequence) {
        return String.valueOf(result.toString());
      }
      return result instanceof Throwable thrown ? thrown(thrown) : rendered(result);
    } catch (Throwable e) {
      return result.getClass().getName();
    }
  }

  /**
   * Returns class and message. One without a message wraps what really happened, as
   * InvocationTargetException does.
   */
  private static String thrown(Throwable thrown) {
    Throwable told = thrown;
    String message = told.getMessage();
    for (int i = 0; i < MAX_CAUSES && message == null && told.getCause() != null; i++) {
      told = told.getCause();
      message = told.getMessage();
    }
    String name = told.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  /** Returns the canonical JSON of an object, with the line breaks of the texts in it as such. */
  private static String rendered(Object result) {
    String json = CanonicalJson.render(result, MAX_CHARS);
    return json.contains("\\n") ? withLineBreaks(json) : json;
  }

  private static String withLineBreaks(String json) {
    StringBuilder out = new StringBuilder(json.length());
    boolean escape = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (escape && c == 'n') {
        out.setCharAt(out.length() - 1, '\n');
      } else {
        out.append(c);
      }
      escape = c == '\\' && !escape;
    }
    return out.toString();
  }
}
