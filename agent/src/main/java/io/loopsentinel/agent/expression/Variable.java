package io.loopsentinel.agent.expression;

import org.jspecify.annotations.Nullable;

/** A name that an expression may begin with; a method's arguments are apart ({@code arg0} …). */
public enum Variable {
  /** The object whose method is called; does not exist in a static method. */
  THIS("this"),
  /**
   * What the method returned, or the value that came later where it returned a future or the like;
   * does not exist where it returns nothing.
   */
  RETURN("return"),
  /** What the method threw, a {@link Throwable}, or {@code null}. */
  THROWN("thrown"),
  /** The name of the method, a {@link String}; known when the expression is linked. */
  METHOD("method"),
  /** The text for the model, a {@link String}. */
  MESSAGE("message"),
  /** The warning alone, without the text of the result that it is added to; a {@link String}. */
  WARNING("warning"),
  /** The name of the tool, a {@link String}. */
  TOOL("tool"),
  /** The key of the session. */
  SESSION("session"),
  /** How often the loop has been seen, an {@link Integer}. */
  COUNT("count"),
  /** The innermost guarded run, or {@code null}. */
  RUN("run"),
  /** The thread. */
  THREAD("thread"),
  /** The identity of {@link #THIS}. */
  INSTANCE("instance"),
  /** One value for the whole JVM. */
  GLOBAL("global");

  private final String spelling;

  Variable(String spelling) {
    this.spelling = spelling;
  }

  /** Returns the word that stands for the variable in an expression. */
  public String spelling() {
    return spelling;
  }

  static @Nullable Variable spelled(String word) {
    for (Variable variable : values()) {
      if (variable.spelling.equals(word)) {
        return variable;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
