package io.loopsentinel.agent.expression;

import org.jspecify.annotations.Nullable;

/**
 * A word of an expression.
 *
 * @param text as it was written; empty at the end
 * @param offset where it begins
 * @param value what a {@link Kind#TEXT} or {@link Kind#NUMBER} stands for
 */
record Token(Kind kind, String text, int offset, @Nullable Object value) {

  enum Kind {
    NAME,
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isName(String name) {
    return kind == Kind.NAME && text.equals(name);
  }

  /** Returns how the token is called in messages. */
  String label() {
    return switch (kind) {
      case END -> "the end";
      case TEXT -> "the text " + text;
      case NAME, NUMBER, SYMBOL -> "\"" + text + "\"";
    };
  }
}
