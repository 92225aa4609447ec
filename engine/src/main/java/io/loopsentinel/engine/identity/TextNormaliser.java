package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A normalisation of texts in the arguments. Several are applied in the order of this enum. Each is
 * idempotent.
 */
public enum TextNormaliser {
  /**
   * Replaces each run of white space by one line feed if it contains a line end, otherwise by one
   * space, and strips the text. Indentation and empty lines therefore do not count.
   */
  WHITESPACE,

  /**
   * Removes empty parts, {@code .}, a trailing slash, and names followed by {@code ..} from text
   * that looks like a path. The file system is not accessed, so a symbolic link is taken for a
   * folder. Text with white space or {@code ?} and text that begins with a scheme or two slashes is
   * unchanged, and so is {@code ..} at the start or after characters that a shell expands.
   */
  PATHS,

  /**
   * Converts text that is one word of at most 40 letters, digits, {@code _} and {@code -} to lower
   * case, independent of the locale.
   */
  CASE;

  private static final Pattern RUN = Pattern.compile("\\s++");
  private static final Pattern LINE_END = Pattern.compile("[\r\n]");
  private static final Predicate<String> WORD =
      Pattern.compile("[\\p{L}\\p{N}_-]{1,40}").asMatchPredicate();

  /** One letter with a colon is a drive, not a scheme. */
  private static final Predicate<String> PATH =
      Pattern.compile("(?![A-Za-z][A-Za-z0-9+.-]+:)(?!//)[^\\s?]*/[^\\s?]*").asMatchPredicate();

  private static final Predicate<String> EXPANDED = Pattern.compile("[~$*%{\\[]").asPredicate();

  /** Linux's {@code PATH_MAX}. Longer text is more likely Base64. */
  private static final int MAX_PATH_LENGTH = 4_096;

  /** Returns the normalised text, equal for all texts that count as equal. */
  String apply(String text) {
    return switch (this) {
      case WHITESPACE ->
          RUN.matcher(text)
              .replaceAll(run -> LINE_END.matcher(run.group()).find() ? "\n" : " ")
              .strip();
      case PATHS ->
          text.length() <= MAX_PATH_LENGTH && PATH.test(text) ? normalisePath(text) : text;
      case CASE -> WORD.test(text) ? text.toLowerCase(Locale.ROOT) : text;
    };
  }

  private static String normalisePath(String text) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split("/", -1)) {
      int last = parts.size() - 1;
      if (part.equals("..")
          && last >= 0
          && !parts.get(last).equals("..")
          && !EXPANDED.test(parts.get(last))) {
        parts.remove(last);
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    String path = String.join("/", parts);
    return text.startsWith("/") ? "/" + path : path.isEmpty() ? "." : path;
  }
}
