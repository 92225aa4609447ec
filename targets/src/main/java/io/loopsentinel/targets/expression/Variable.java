package io.loopsentinel.targets.expression;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A variable of an expression. The arguments of the method ({@code arg0} …) are not variables. */
public enum Variable {
  /** The object on which the method is called; does not exist in a static method. */
  THIS,
  /**
   * The result of the method, or the later result if it returned a future or the like; does not
   * exist in a void method.
   */
  RETURN,
  /** The {@link Throwable} that the method threw, or {@code null}. */
  THROWN,
  /** The name of the method, a {@link String}; known when the expression is linked. */
  METHOD,
  /** The text for the model, a {@link String}. */
  MESSAGE,
  /** The warning without the text of the result that it is added to, a {@link String}. */
  WARNING,
  /** The output of an earlier call that is given again: a text, or data like JSON. */
  EARLIER,
  /** The name of the tool, a {@link String}. */
  TOOL,
  /** The key of the session. */
  SESSION,
  /** The number of times that the loop has been seen, an {@link Integer}. */
  COUNT,
  /** The innermost guarded run, or {@code null}. */
  RUN,
  /** The thread. */
  THREAD,
  /** The identity of {@link #THIS}. */
  INSTANCE,
  /** One value for the whole JVM. */
  GLOBAL;

  /** Returns the name of the variable in an expression. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  static @Nullable Variable ofSpelling(String word) {
    return Stream.of(values()).filter(each -> each.spelling().equals(word)).findAny().orElse(null);
  }

  @Override
  public String toString() {
    return spelling();
  }
}
