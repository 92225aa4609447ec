package io.loopsentinel.agent.expression;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A name that an expression may begin with; a method's arguments are apart ({@code arg0} …). */
public enum Variable {
  /** The object whose method is called; does not exist in a static method. */
  THIS,
  /**
   * What the method returned, or the value that came later where it returned a future or the like;
   * does not exist where it returns nothing.
   */
  RETURN,
  /** What the method threw, a {@link Throwable}, or {@code null}. */
  THROWN,
  /** The name of the method, a {@link String}; known when the expression is linked. */
  METHOD,
  /** The text for the model, a {@link String}. */
  MESSAGE,
  /** The warning alone, without the text of the result that it is added to; a {@link String}. */
  WARNING,
  /** The name of the tool, a {@link String}. */
  TOOL,
  /** The key of the session. */
  SESSION,
  /** How often the loop has been seen, an {@link Integer}. */
  COUNT,
  /** The innermost guarded run, or {@code null}. */
  RUN,
  /** The thread. */
  THREAD,
  /** The identity of {@link #THIS}. */
  INSTANCE,
  /** One value for the whole JVM. */
  GLOBAL;

  /** Returns the word that stands for the variable in an expression. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  static @Nullable Variable spelled(String word) {
    return Stream.of(values()).filter(each -> each.spelling().equals(word)).findAny().orElse(null);
  }

  @Override
  public String toString() {
    return spelling();
  }
}
