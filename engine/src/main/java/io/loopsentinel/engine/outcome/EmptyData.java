package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.pattern.TableFile;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Recognises data that contains nothing, in JSON: empty collections, zero counts, null; or an empty
 * element.
 */
final class EmptyData {

  /** Key of all answers that contain nothing, whatever their form. */
  static final long KEY = TextHash.of("nothing");

  private static final int MAX_LENGTH = 300;
  private static final Pattern EMPTY_ELEMENT =
      Pattern.compile(
          "(?:<\\?[^<>]{0,80}>\\s{0,9})?<([\\w.:-]{1,60})(?: [\\w.:-]{1,40}=\"[0§]?\"){0,9}"
              + "(?:\\s*/>|>\\s*</\\1>)");

  /** Elements without text, one of which has a count of zero. */
  private static final Pattern EMPTY_ELEMENTS =
      Pattern.compile(
          "(?:<\\?[^<>]{0,80}>\\s{0,9})?(?=[^>]{0,200} [\\w.:-]{1,40}=\"0\")(?:</?[\\w.:-]{1,60}(?:\\s{1,9}(?:[\\w.:-]{1,40}=\"[0§]?\""
              + "|(?:xmlns(?::\\w{1,20})?|page|size|start|limit|offset)=\"[^\"<>]{0,100}\"))*+"
              + "\\s?/?>\\s{0,9}){2,40}");

  /** The head of a Markdown table without rows. */
  private static final Pattern EMPTY_TABLE =
      Pattern.compile(
          "\\|[^\\n]{1,200}\\|\\s{0,3}\\n\\|[\\s:|-]{1,200}\\|(?:\\s{0,9}[^\\n|1-9]{1,40})?");

  /** A record or class as its {@code toString} shows it. */
  private static final Pattern JAVA = Pattern.compile("[A-Z]\\w{0,60}[\\[({]\\w{1,40}=");

  private static final Pattern JAVA_CLASS = Pattern.compile("\\b[A-Z]\\w{0,60}(?=[\\[({])");
  private static final Pattern JAVA_NAME = Pattern.compile("\\b(\\w{1,40})=");

  private static final Set<String> NOTHING = Set.of("null", "None", "nil", "[]", "{}", "set()");

  /** An empty list of faults is the good answer of a check. */
  private static final Pattern EMPTY_COLLECTION =
      Pattern.compile(
          "[\\[{](?<!\"(?:errors|warnings|issues|problems|violations|conflicts)\": ?\\[)"
              + "\\s{0,9}[]}]");

  /** Structure, names of members, and values that are nothing, zero or replaced. */
  private static final Pattern NO_CONTENT =
      Pattern.compile(
          "[\\[{](?:[\\[\\]{},:\\s0§]|null|false|\"\"|\"?<[^>]{0,40}>\"?"
              + "|\"[^\"]{0,99}\"(?=\\s{0,9}:))*+");

  private static final Pattern NEUTRAL =
      Pattern.compile(
          TableFile.read("neutral-members.txt", 2).stream()
              .map(row -> row.get(1))
              .collect(Collectors.joining("|", "(?i)", "")));

  /** A success, which may be that of an act. */
  private static final Pattern SUCCESS =
      Pattern.compile(
          "(?i)\"(?:ok|success)\":\\s?true|\"code\":\\s?200\\b"
              + "|\"(?:status|result|message|msg)\":\\s?\"(?:ok|success|completed)\"");

  /** A list of what was found, or its length. */
  private static final Pattern FOUND =
      Pattern.compile(
          "(?i)\"(?:results|items|hits|matches|records|rows|documents|entries|list)\":\\s?\\[\\s?]"
              + "|\"(?:total|count|total_?(?:count|results)|resultSizeEstimate)\":\\s?0\\b");

  private EmptyData() {}

  /**
   * Returns whether a text is such data. At least one collection must be empty, because an object
   * with a zero alone may be the envelope of a command that succeeded. Volatile tokens, such as the
   * id of the request, the call's own arguments, and members of the table do not count. Nor does a
   * success beside a list of what was found.
   */
  static boolean is(String text, VolatileTokens tokens, OwnArguments arguments) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    String data = text.strip();
    if (data.startsWith("<")) {
      String masked = arguments.maskIn(data);
      return EMPTY_ELEMENT.matcher(masked).matches() || EMPTY_ELEMENTS.matcher(masked).matches();
    }
    if (data.startsWith("|")) {
      return EMPTY_TABLE.matcher(data).matches();
    }
    if (JAVA.matcher(data).lookingAt()) {
      data = asJson(data);
    }
    return NOTHING.contains(data)
        || ((data.startsWith("{") || data.startsWith("["))
            && EMPTY_COLLECTION.matcher(data).find()
            && NO_CONTENT.matcher(withoutNeutral(data, tokens, arguments)).matches());
  }

  private static String asJson(String shown) {
    String members = JAVA_CLASS.matcher(shown).replaceAll("").replace('(', '{').replace(')', '}');
    return JAVA_NAME.matcher(members).replaceAll("\"$1\":");
  }

  private static String withoutNeutral(String data, VolatileTokens tokens, OwnArguments arguments) {
    String rest = NEUTRAL.matcher(arguments.maskIn(tokens.normalise(data))).replaceAll("0");
    return FOUND.matcher(data).find() ? SUCCESS.matcher(rest).replaceAll("0") : rest;
  }

  static int skipBlanks(String data, int start) {
    int i = start;
    while (i < data.length() && Character.isWhitespace(data.charAt(i))) {
      i++;
    }
    return i;
  }
}
