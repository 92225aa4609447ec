package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of what a tool returned or threw. */
final class ResultText {

  private static final int MAX_CHARS = 1 << 20;

  /** How far an exception without a message is asked for its cause. */
  private static final int MAX_CAUSES = 8;

  /** An escaped line feed: the backslashes before its own stand for others, in pairs. */
  private static final Pattern LINE_BREAK = Pattern.compile("(?<!\\\\)((?:\\\\\\\\){0,64})\\\\n");

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
      return result instanceof Throwable thrown ? ofThrowable(thrown) : toText(result);
    } catch (Throwable e) {
      return result.getClass().getName();
    }
  }

  /**
   * Whether a message may quote the text: not where it holds fields of objects, which the model may
   * never have been given. Of an exception, frameworks give the model the message.
   */
  static boolean isShown(@Nullable Object result) {
    return result == null
        || result instanceof CharSequence
        || result instanceof Throwable
        || CanonicalJson.isShown(result);
  }

  /**
   * Returns class and message. One without a message wraps what really happened, as
   * InvocationTargetException does.
   */
  private static String ofThrowable(Throwable thrown) {
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
  private static String toText(Object result) {
    String json = CanonicalJson.of(result, IdentityRule.ALL_ARGUMENTS);
    return LINE_BREAK.matcher(Lines.cut(json, MAX_CHARS)).replaceAll("$1\n");
  }
}
