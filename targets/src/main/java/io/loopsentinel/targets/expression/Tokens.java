package io.loopsentinel.targets.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tokens of an expression, read from left to right. */
final class Tokens {

  /**
   * A token, or several that form the name of a type.
   *
   * @param text the text as written; empty at the end
   * @param offset the offset of its first character
   * @param value the value of a text in quotes or a number; {@code null} for all other tokens
   */
  record Token(String text, int offset, @Nullable Object value) {

    ExpressionException problem(String message) {
      return new ExpressionException(message, offset);
    }

    boolean is(String word) {
      return text.equals(word);
    }

    boolean isEnd() {
      return text.isEmpty();
    }

    boolean isName() {
      return !isEnd() && Character.isJavaIdentifierStart(text.charAt(0));
    }
  }

  /**
   * A name, text, a number, a symbol or the end; group 4 is a character that begins none of these.
   * All quantifiers are possessive, so that long texts take neither stack nor time.
   */
  private static final Pattern TOKEN =
      Pattern.compile(
          """
          \\p{javaWhitespace}*+ (
            \\p{javaJavaIdentifierStart} \\p{javaJavaIdentifierPart}*+
            | ( "(?: [^"\\\\] | \\\\. )*+" | '(?: [^'\\\\] | \\\\. )*+' )
            | ( -?+ [0-9]++ (?: \\.[0-9]++ )?+ )
            | \\?\\. | \\?\\? | \\?(?= \\p{javaWhitespace}*+ \\[ ) | :: | [.()\\[\\]{},:*] | \\z
            | ( . )
          )
          """,
          Pattern.COMMENTS | Pattern.DOTALL);

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))", Pattern.DOTALL);

  private static final String ESCAPE_CHARS = "ntrbf\"'\\/";
  private static final String ESCAPE_VALUES = "\n\t\r\b\f\"'\\/";

  private final List<Token> tokens = new ArrayList<>();
  private int position;

  Tokens(String source) {
    Matcher matcher = TOKEN.matcher(source);
    while (matcher.find()) {
      tokens.add(token(matcher, source));
    }
  }

  private static Token token(Matcher match, String source) {
    String text = match.group(1);
    int offset = match.start(1);
    if (match.group(4) != null) {
      throw new ExpressionException(unexpected(text.charAt(0)), offset);
    }
    Object value = match.group(2) == null ? null : unquote(text, offset);
    if (match.group(3) != null) {
      int end = match.end();
      if (end < source.length() && Character.isJavaIdentifierPart(source.charAt(end))) {
        throw new ExpressionException(
            "a number is written in digits only, as in 20, -3 or 0.85", offset);
      }
      value = number(text, offset);
    }
    return new Token(text, offset, value);
  }

  /** Returns the text between the quotation marks, with escapes resolved. */
  private static String unquote(String quoted, int offset) {
    Matcher escape = ESCAPE.matcher(quoted).region(1, quoted.length() - 1);
    StringBuilder text = new StringBuilder();
    while (escape.find()) {
      escape.appendReplacement(text, "");
      if (escape.group(1) != null) {
        text.append((char) Integer.parseInt(escape.group(1), 16));
      } else if (ESCAPE_CHARS.contains(escape.group(2))) {
        text.append(ESCAPE_VALUES.charAt(ESCAPE_CHARS.indexOf(escape.group(2))));
      } else {
        throw new ExpressionException(
            escape.group(2).equals("u")
                ? "\\u takes four hexadecimal digits, as in \\u00e9"
                : "unknown escape; known are \\n \\t \\r \\b \\f \\\" \\' \\\\ \\/ and \\uXXXX;"
                    + " a backslash itself is written \\\\",
            offset + escape.start());
      }
    }
    escape.appendTail(text);
    return text.substring(1, text.length() - 1);
  }

  private static Number number(String digits, int offset) {
    if (digits.indexOf('.') >= 0) {
      return Double.valueOf(digits);
    }
    try {
      long value = Long.parseLong(digits);
      return value == (int) value ? Integer.valueOf((int) value) : (Number) value;
    } catch (NumberFormatException outOfRange) {
      throw new ExpressionException(
          "the number exceeds 64 bits; write it as text in quotes", offset);
    }
  }

  private static String unexpected(char character) {
    return switch (character) {
      case '"', '\'' -> "the text that begins here is not closed; add " + character + " at its end";
      case '?' ->
          "a single ?; write ?. or ?[ if the value before it may be absent, ?? for a fallback";
      case '=', '!', '<', '>', '&', '|', '^', '~' ->
          "unexpected " + character + "; an expression neither assigns nor compares";
      case '+', '-', '/', '%' -> "unexpected " + character + "; an expression does not calculate";
      case '\u201c', '\u201d', '\u201e', '\u2018', '\u2019' ->
          "a typographic quotation mark; write text in \" or '";
      default ->
          Character.isISOControl(character) || Character.isSurrogate(character)
              ? String.format(
                  "unexpected character U+%04X; text is written in quotes", (int) character)
              : "unexpected character " + character + "; text is written in quotes";
    };
  }

  Token peek() {
    return peek(0);
  }

  /** Returns a token further ahead, or the end token beyond the end. */
  Token peek(int ahead) {
    return tokens.get(Math.min(position + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    position++;
    return token;
  }

  /** Consumes the next token if it is this symbol. Returns whether it was. */
  boolean take(String symbol) {
    boolean found = peek().is(symbol);
    position += found ? 1 : 0;
    return found;
  }

  Token name(String expected) {
    if (!peek().isName()) {
      throw unexpected(expected);
    }
    return next();
  }

  /** Returns the number of tokens in the dotted name that comes next. */
  int dottedNameLength() {
    int length = 1;
    while (peek(length).is(".") && peek(length + 1).isName()) {
      length += 2;
    }
    return length;
  }

  void close(Token opening, String closing) {
    if (!take(closing)) {
      throw unexpectedIn(opening, closing, "\"" + closing + "\"");
    }
  }

  ExpressionException unexpected(String expected) {
    String text = peek().text();
    String found =
        peek().isEnd()
            ? "the end"
            : peek().value() instanceof String ? "the text " + text : "\"" + text + "\"";
    return peek().problem("expected %s, found %s".formatted(expected, found));
  }

  /** Reports the opening bracket as not closed if the expression ends here. */
  ExpressionException unexpectedIn(Token opening, String closing, String expected) {
    return peek().isEnd()
        ? opening.problem("\"%s\" is not closed; add \"%s\"".formatted(opening.text(), closing))
        : unexpected(expected);
  }
}
