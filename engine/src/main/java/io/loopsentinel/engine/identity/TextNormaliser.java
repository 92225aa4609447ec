package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A way in which texts in the arguments are compared; in the order in which several are applied.
 * Applied once more, none changes anything.
 */
public enum TextNormaliser {
  /**
   * A run of white space counts as one blank, or as one line end where it has any; at the ends of
   * the text it does not count. So neither do indentation and empty lines.
   */
  WHITESPACE,

  /**
   * Text that looks like a path is compared without empty parts, {@code .}, a slash at its end, and
   * a name with the {@code ..} after it. No file system is asked, so a name that is a symbolic link
   * is taken for a folder. Left as they are: text with white space or {@code ?}, what begins with a
   * scheme or two slashes, and {@code ..} at the front or after what a shell expands.
   */
  PATHS,

  /**
   * One word of letters, digits, {@code _} and {@code -}, 40 at most, is compared without case, the
   * same in all languages.
   */
  CASE;

  private static final Pattern RUN = Pattern.compile("\\s++");
  private static final Pattern LINE_END = Pattern.compile("[\r\n]");
  private static final Predicate<String> WORD =
      Pattern.compile("[\\p{L}\\p{N}_-]{1,40}").asMatchPredicate();

  /** A letter with a colon is a drive and no scheme. */
  private static final Predicate<String> PATH =
      Pattern.compile("(?![A-Za-z][A-Za-z0-9+.-]+:)(?!//)[^\\s?]*/[^\\s?]*").asMatchPredicate();

  private static final Predicate<String> EXPANDED = Pattern.compile("[~$*%{\\[]").asPredicate();

  /** The greatest length of a path in Linux; longer text is more likely Base64. */
  private static final int LONGEST_PATH = 4_096;

  /** Returns the form of a text that is the same for all texts that are to be the same. */
  String apply(String text) {
    return switch (this) {
      case WHITESPACE ->
          RUN.matcher(text)
              .replaceAll(run -> LINE_END.matcher(run.group()).find() ? "\n" : " ")
              .strip();
      case PATHS -> text.length() <= LONGEST_PATH && PATH.test(text) ? path(text) : text;
      case CASE -> WORD.test(text) ? text.toLowerCase(Locale.ROOT) : text;
    };
  }

  private static String path(String text) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split("/", -1)) {
      int last = parts.size() - 1;
      if (part.equals("..") && last >= 0 && isName(parts.get(last))) {
        parts.remove(last);
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    String path = String.join("/", parts);
    return text.startsWith("/") ? "/" + path : path.isEmpty() ? "." : path;
  }

  private static boolean isName(String part) {
    return !part.equals("..") && !EXPANDED.test(part);
  }
}
