package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Tokens.Kind;
import io.loopsentinel.agent.expression.Tokens.Token;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the text of an expression into tokens. */
final class Lexer {

  // Longer symbols stand before those they begin with.
  private static final List<String> SYMBOLS =
      List.of("?.", "??", "::", ".", "(", ")", "[", "]", "{", "}", ",", ":", "*");

  private final String source;
  private int position;

  Lexer(String source) {
    this.source = source;
  }

  /** Returns the tokens; the last one, and only that, is of kind {@link Kind#END}. */
  List<Token> tokens() throws ExpressionException {
    List<Token> tokens = new ArrayList<>();
    for (skipSpace(); position < source.length(); skipSpace()) {
      tokens.add(next());
    }
    tokens.add(new Token(Kind.END, "", source.length(), null));
    return tokens;
  }

  private void skipSpace() {
    while (Character.isWhitespace(at(position))) {
      position++;
    }
  }

  private Token next() throws ExpressionException {
    int start = position;
    char first = at(start);
    if (Character.isJavaIdentifierStart(first)) {
      while (Character.isJavaIdentifierPart(at(position)) && position < source.length()) {
        position++;
      }
      return token(Kind.NAME, start, null);
    }
    if (first == '"' || first == '\'') {
      return token(Kind.TEXT, start, text(first));
    }
    if (isDigit(first) || (first == '-' && isDigit(at(start + 1)))) {
      return token(Kind.NUMBER, start, number());
    }
    for (String symbol : SYMBOLS) {
      if (source.startsWith(symbol, start)) {
        position += symbol.length();
        return token(Kind.SYMBOL, start, null);
      }
    }
    throw new ExpressionException(unexpected(first), start);
  }

  private Token token(Kind kind, int start, @Nullable Object value) {
    return new Token(kind, source.substring(start, position), start, value);
  }

  private String text(char quote) throws ExpressionException {
    int start = position++;
    StringBuilder text = new StringBuilder();
    while (position < source.length()) {
      char character = at(position++);
      if (character == quote) {
        return text.toString();
      }
      text.append(character == '\\' ? escaped() : character);
    }
    throw new ExpressionException(
        "the text that begins here is not closed; add " + quote + " at its end", start);
  }

  private char escaped() throws ExpressionException {
    int start = position - 1;
    char character = at(position++);
    return switch (character) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\'', '\\', '/' -> character;
      case 'u' -> unicode(start);
      default ->
          throw new ExpressionException(
              "unknown escape; known are \\n \\t \\r \\b \\f \\\" \\' \\\\ \\/ and \\uXXXX;"
                  + " a backslash itself is written \\\\",
              start);
    };
  }

  private char unicode(int start) throws ExpressionException {
    try {
      position += 4;
      return (char) HexFormat.fromHexDigits(source, position - 4, position);
    } catch (IndexOutOfBoundsException | IllegalArgumentException noDigits) {
      throw new ExpressionException("\\u takes four hexadecimal digits, as in \\u00e9", start);
    }
  }

  private Number number() throws ExpressionException {
    int start = position++;
    skipDigits();
    boolean decimal = at(position) == '.' && isDigit(at(position + 1));
    if (decimal) {
      position++;
      skipDigits();
    }
    if (Character.isJavaIdentifierPart(at(position)) && position < source.length()) {
      throw new ExpressionException(
          "a number is written in digits only, as in 20, -3 or 0.85", start);
    }
    String digits = source.substring(start, position);
    if (decimal) {
      return Double.valueOf(digits);
    }
    try {
      long value = Long.parseLong(digits);
      if (value == (int) value) {
        return (int) value;
      }
      return value;
    } catch (NumberFormatException outOfRange) {
      throw new ExpressionException(
          "the number is beyond 64 bits; write it as text in quotes", start);
    }
  }

  private void skipDigits() {
    while (isDigit(at(position))) {
      position++;
    }
  }

  private static String unexpected(char character) {
    return switch (character) {
      case '?' -> "a single ?; write ?. where the value before it may be absent, ?? for a fallback";
      case '=', '!', '<', '>', '&', '|', '^', '~' ->
          "unexpected " + character + "; an expression neither assigns nor compares";
      case '+', '-', '/', '%' -> "unexpected " + character + "; an expression does not calculate";
      case '\u201c', '\u201d', '\u201e', '\u2018', '\u2019' ->
          "a typographic quotation mark; write text in \" or '";
      default ->
          Character.isISOControl(character) || Character.isSurrogate(character)
              ? String.format("unexpected character U+%04X; text stands in quotes", (int) character)
              : "unexpected character " + character + "; text stands in quotes";
    };
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /** Returns the character, and NUL behind the end: it is no digit, space or quotation mark. */
  private char at(int index) {
    return index < source.length() ? source.charAt(index) : '\0';
  }
}
