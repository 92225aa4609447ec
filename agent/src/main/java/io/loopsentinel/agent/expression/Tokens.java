package io.loopsentinel.agent.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of an expression, read from left to right. */
final class Tokens {

  /** The kinds of tokens. */
  enum Kind {
    NAME,
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  /**
   * A word of an expression.
   *
   * @param text as it was written; empty at the end
   * @param offset where it begins
   * @param value what a {@link Kind#TEXT} or {@link Kind#NUMBER} stands for
   */
  record Token(Kind kind, String text, int offset, @Nullable Object value) {

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

  private final List<Token> tokens;
  private int position;

  Tokens(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return peek(0);
  }

  /** Returns a token further on; behind the end stands the end. */
  Token peek(int ahead) {
    return tokens.get(Math.min(position + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    position++;
    return token;
  }

  /** Goes past a symbol if that is what comes next. */
  boolean take(String symbol) {
    boolean found = peek().is(symbol);
    if (found) {
      position++;
    }
    return found;
  }

  /** Goes past a name, and returns it. */
  Token name(String expected) throws ExpressionException {
    if (peek().kind() != Kind.NAME) {
      throw unexpected(expected);
    }
    return next();
  }

  /** Returns how many tokens a dotted name has that comes next. */
  int dottedName() {
    int length = 1;
    while (peek(length).is(".") && peek(length + 1).kind() == Kind.NAME) {
      length += 2;
    }
    return length;
  }

  /** Goes past the comma between two elements; another one has to follow. */
  void separate(Token opening, String closing) throws ExpressionException {
    if (!take(",")) {
      throw unexpectedIn(opening, closing, "\",\" or \"" + closing + "\"");
    }
    if (peek().is(closing)) {
      throw unexpected("another element after the comma");
    }
  }

  void close(Token opening, String closing) throws ExpressionException {
    if (!take(closing)) {
      throw unexpectedIn(opening, closing, "\"" + closing + "\"");
    }
  }

  ExpressionException unexpected(String expected) {
    return new ExpressionException(
        "expected " + expected + ", found " + peek().label(), peek().offset());
  }

  /** Blames the bracket that was opened where the expression ends before it is closed. */
  ExpressionException unexpectedIn(Token opening, String closing, String expected) {
    return peek().kind() == Kind.END
        ? new ExpressionException(
            "\"" + opening.text() + "\" is not closed; add \"" + closing + "\"", opening.offset())
        : unexpected(expected);
  }
}
