package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Tokens.Kind;
import io.loopsentinel.agent.expression.Tokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the text of an expression into tokens. */
final class Lexer {

  /** All quantifiers are possessive, so that long texts take neither stack nor time. */
  private static final Pattern TOKEN =
      Pattern.compile(
          """
          (?<NAME> \\p{javaJavaIdentifierStart} \\p{javaJavaIdentifierPart}*+ )
          | (?<TEXT> "(?: [^"\\\\] | \\\\. )*+" | '(?: [^'\\\\] | \\\\. )*+' )
          | (?<NUMBER> -?+ [0-9]++ (?: \\.[0-9]++ )?+ )
          | (?<SYMBOL> \\?\\. | \\?\\? | :: | [.()\\[\\]{},:*] )
          """,
          Pattern.COMMENTS | Pattern.DOTALL);

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))", Pattern.DOTALL);

  private static final String ESCAPED = "ntrbf\"'\\/";
  private static final String MEANT = "\n\t\r\b\f\"'\\/";

  private final String source;

  Lexer(String source) {
    this.source = source;
  }

  /** Returns the tokens; the last one, and only that, is of kind {@link Kind#END}. */
  List<Token> tokens() throws ExpressionException {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(source);
    int position = afterSpace(0);
    while (position < source.length()) {
      if (!matcher.region(position, source.length()).lookingAt()) {
        throw new ExpressionException(unexpected(source.charAt(position)), position);
      }
      tokens.add(token(matcher));
      position = afterSpace(matcher.end());
    }
    tokens.add(new Token(Kind.END, "", source.length(), null));
    return tokens;
  }

  private int afterSpace(int start) {
    int position = start;
    while (position < source.length() && Character.isWhitespace(source.charAt(position))) {
      position++;
    }
    return position;
  }

  private Token token(Matcher matcher) throws ExpressionException {
    for (Kind kind : List.of(Kind.NAME, Kind.TEXT, Kind.NUMBER, Kind.SYMBOL)) {
      String text = matcher.group(kind.name());
      if (text != null) {
        Object value =
            switch (kind) {
              case TEXT -> text(text, matcher.start());
              case NUMBER -> number(text, matcher.start());
              case NAME, SYMBOL, END -> null;
            };
        return new Token(kind, text, matcher.start(), value);
      }
    }
    throw new AssertionError(matcher);
  }

  /** Returns what stands between the quotation marks, its escapes resolved. */
  private static String text(String quoted, int offset) throws ExpressionException {
    Matcher escape = ESCAPE.matcher(quoted).region(1, quoted.length() - 1);
    StringBuilder text = new StringBuilder();
    while (escape.find()) {
      escape.appendReplacement(text, "");
      if (escape.group(1) != null) {
        text.append((char) Integer.parseInt(escape.group(1), 16));
      } else if (ESCAPED.contains(escape.group(2))) {
        text.append(MEANT.charAt(ESCAPED.indexOf(escape.group(2))));
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

  private Number number(String digits, int offset) throws ExpressionException {
    int end = offset + digits.length();
    if (end < source.length() && Character.isJavaIdentifierPart(source.charAt(end))) {
      throw new ExpressionException(
          "a number is written in digits only, as in 20, -3 or 0.85", offset);
    }
    if (digits.indexOf('.') >= 0) {
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
          "the number is beyond 64 bits; write it as text in quotes", offset);
    }
  }

  private static String unexpected(char character) {
    return switch (character) {
      case '"', '\'' -> "the text that begins here is not closed; add " + character + " at its end";
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
}
