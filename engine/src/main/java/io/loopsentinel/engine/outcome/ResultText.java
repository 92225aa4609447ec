package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.text.StoppedThread;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a result or an exception of a tool. */
public final class ResultText {

  private static final int MAX_CHARS = 1 << 20;

  /** Maximum number of causes followed from an exception without a message. */
  private static final int MAX_CAUSES = 8;

  /** An escaped line feed; the pairs of backslashes before it are escaped backslashes. */
  private static final Pattern LINE_BREAK = Pattern.compile("(?<!\\\\)((?:\\\\\\\\){0,64})\\\\n");

  /** A member with a text; in a text, quotation marks are escaped. */
  private static final Pattern TEXT_MEMBER = Pattern.compile("(?<!\\\\)\"([^\"\\\\]{1,80})\":\"");

  private static final Pattern SET_FLAG = Pattern.compile("(?<!\\\\)\"[^\"\\\\]{1,80}\":true\\b");

  /** A name by which a failure or a state is known. */
  private static final Pattern TELLING_NAME =
      Pattern.compile("(?i)error|exception|fail|stat|phase");

  private ResultText() {}

  /** Returns the text of any object, empty for null; never throws, even if the object does. */
  public static String of(@Nullable Object result) {
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
      StoppedThread.passOn(e);
      return result.getClass().getName();
    }
  }

  /**
   * Returns whether a message may quote the text: not if it contains fields of objects, which the
   * model may never have seen. Frameworks give the model the messages of exceptions.
   */
  static boolean isShown(@Nullable Object result) {
    return result == null
        || result instanceof CharSequence
        || result instanceof Throwable
        || CanonicalJson.isShown(result);
  }

  /**
   * Returns class and message. An exception without a message wraps the actual one, as
   * InvocationTargetException does.
   */
  private static String ofThrowable(Throwable thrown) {
    Throwable cause = thrown;
    String message = cause.getMessage();
    for (int i = 0; i < MAX_CAUSES && message == null && cause.getCause() != null; i++) {
      cause = cause.getCause();
      message = cause.getMessage();
    }
    String name = cause.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  /** Returns the canonical JSON of an object, with unescaped line breaks in its texts. */
  private static String toText(Object result) {
    CanonicalJson.Written all = CanonicalJson.write(result, IdentityRule.ALL_ARGUMENTS);
    List<String> values = WordSet.withoutFlags(all.values());
    boolean isWrapper =
        values.size() == 1 && isWrapper(all.text()) && !CanonicalJson.isShown(result);
    return isWrapper ? values.get(0) : withLineBreaks(all.text());
  }

  /**
   * Returns whether an object with a single value only wraps a text. It may say more by the name of
   * the text or by a flag.
   */
  private static boolean isWrapper(String json) {
    Matcher member = TEXT_MEMBER.matcher(json);
    return member.find()
        && !TELLING_NAME.matcher(member.group(1)).find()
        && !SET_FLAG.matcher(json).find();
  }

  /** Unescapes the line breaks in the texts of canonical JSON. */
  static String withLineBreaks(String json) {
    return LINE_BREAK.matcher(Lines.cut(json, MAX_CHARS)).replaceAll("$1\n");
  }
}
