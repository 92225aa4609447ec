package io.loopsentinel.engine.outcome;

/**
 * Finds ids of any form in the text of a failure, such as {@code ch_3Nx2Kq0aPz81Rt} or a host in
 * Base64. They are no news there, whereas a success may have made what an id names.
 */
final class FailureIds {

  private static final int MIN_LENGTH = 14;

  /** Maximum length of a prefix and its underscore. */
  private static final int MAX_PREFIX = 9;

  /** Minimum length of Base64 with signs, which a path could be. */
  private static final int MIN_BASE64 = 30;

  private static final int MIN_BASE64_DIGITS = 3;

  private FailureIds() {}

  /** Returns a text with the same mark for each id. */
  static String masked(String text) {
    StringBuilder masked = new StringBuilder(text.length());
    int start = 0;
    while (start < text.length()) {
      int end = start;
      while (end < text.length() && isOfToken(text.charAt(end))) {
        end++;
      }
      if (end - start >= MIN_LENGTH && isId(text.substring(start, end))) {
        masked.append("<id>");
      } else {
        masked.append(text, start, end);
      }
      if (end < text.length()) {
        masked.append(text.charAt(end));
      }
      start = end + 1;
    }
    return masked.toString();
  }

  private static boolean isOfToken(char c) {
    return isLetter(c) || isDigit(c) || c == '_' || c == '+' || c == '/' || c == '=';
  }

  private static boolean isId(String token) {
    int name = token.lastIndexOf('/', token.indexOf('_')) + 1;
    int prefix = token.indexOf('_') + 1 - name;
    String id = prefix > 0 && prefix <= MAX_PREFIX ? token.substring(name + prefix) : token;
    long digits = id.chars().filter(c -> isDigit((char) c)).count();
    long letters = id.chars().filter(c -> isLetter((char) c)).count();
    boolean isPlain = digits + letters == id.length() && id.length() >= MIN_LENGTH;
    boolean isBase64 = id.length() >= MIN_BASE64 && digits >= MIN_BASE64_DIGITS;
    return digits > 0 && letters > 0 && (isPlain || isBase64);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
