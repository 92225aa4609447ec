package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Token.Kind;
import java.util.List;

/** The tokens of an expression, read from left to right. */
final class Tokens {

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
    if (token.kind() != Kind.END) {
      position++;
    }
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

  /** Whether a type's name and {@code ::} come next. */
  boolean typeIsAhead() {
    int ahead = 1;
    while (peek(ahead).is(".") && peek(ahead + 1).kind() == Kind.NAME) {
      ahead += 2;
    }
    return peek(ahead).is("::");
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
    if (peek().kind() == Kind.END) {
      return new ExpressionException(
          "\"" + opening.text() + "\" is not closed; add \"" + closing + "\"", opening.offset());
    }
    return unexpected(expected);
  }
}
