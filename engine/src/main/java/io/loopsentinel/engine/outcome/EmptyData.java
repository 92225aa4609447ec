package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.ShortData.Member;
import io.loopsentinel.engine.outcome.pattern.TableFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Recognises a short result that is data without content. */
final class EmptyData {

  /** Key of all answers that contain nothing, whatever their form. */
  static final long KEY = TextHash.of("nothing");

  private static final int MAX_LENGTH = 300;

  private static final Set<String> NOTHING = Set.of("null", "None", "nil", "set()");

  /** Members that tell what kind of data it is, or where it was looked for. */
  private static final Set<String> HEADS = Set.of("columns", "fields", "headers", "_shards");

  /** Members of which an empty list is the good answer of a check. */
  private static final Set<String> FAULTS =
      Set.of("errors", "warnings", "issues", "problems", "violations", "conflicts");

  private static final Pattern FOUND_LIST =
      Pattern.compile("(?i)results|items|hits|matches|records|rows|documents|entries|list");
  private static final Pattern FOUND_COUNT =
      Pattern.compile("(?i)total|count|total_?(?:count|results)|resultSizeEstimate");

  /** A member that is a volatile token, an argument of the call, or in the table. */
  private static final Pattern NEUTRAL =
      Pattern.compile(
          TableFile.read("neutral-members.txt", 2).stream()
              .map(row -> row.get(1))
              .collect(
                  Collectors.joining("|", "(?i)\"[^\"]{0,99}\": (?:\"?<[^>]{0,40}>\"?|§)|", "")));

  /** A success, which may be that of an act. */
  private static final Pattern SUCCESS =
      Pattern.compile(
          "(?i)\"(?:ok|success)\": true|\"code\": 200"
              + "|\"(?:status|result|message|msg)\": \"(?:ok|success|completed)\"");

  private static final Pattern TIMED_OUT = Pattern.compile("(?i)timed?_?out");

  /** A text that the call waited until its time was up. */
  private static final Pattern WAITED =
      Pattern.compile("(?i)[^\"]{0,40}\\bwait(?:ing|ed)?\\b[^\"]{0,20}\\btimed? ?out[^\"]{0,20}");

  private static final Pattern EMPTY_ELEMENT =
      Pattern.compile(
          "(?:<\\?[^<>]{0,80}>\\s{0,9})?<([\\w.:-]{1,60})(?: [\\w.:-]{1,40}=\"[0§]?\"){0,9}"
              + "(?:\\s*/>|>\\s*</\\1>)");

  /** The head of a Markdown table without rows. */
  private static final Pattern EMPTY_TABLE =
      Pattern.compile(
          "\\|[^\\n]{1,200}\\|\\s{0,3}\\n\\|[\\s:|-]{1,200}\\|(?:\\s{0,9}[^\\n|1-9]{1,40})?");

  private final VolatileTokens tokens;
  private final OwnArguments arguments;

  EmptyData(VolatileTokens tokens, OwnArguments arguments) {
    this.tokens = tokens;
    this.arguments = arguments;
  }

  /**
   * Returns whether a result contains nothing. In JSON, at least one collection must be empty,
   * because an object with a zero alone may be the envelope of a command that succeeded. Volatile
   * tokens, such as the id of the request, the call's own arguments, and members of the table do
   * not count. Nor does a success beside a list of what was found.
   */
  boolean is(String text, ShortData data) {
    if (data.tree() != null) {
      boolean isSearch = data.members().stream().anyMatch(EmptyData::isOfSearch);
      return data.members().stream().anyMatch(EmptyData::isEmptyCollection)
          && isEmpty("", data.tree(), isSearch);
    }
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    String shown = text.strip();
    if (NOTHING.contains(shown)) {
      return true;
    }
    if (shown.startsWith("|")) {
      return EMPTY_TABLE.matcher(shown).matches();
    }
    return shown.startsWith("<") && EMPTY_ELEMENT.matcher(arguments.maskIn(shown)).matches();
  }

  /**
   * Returns whether data says that the call waited until its time was up, and contains nothing
   * besides.
   */
  boolean isVainWait(ShortData data) {
    List<Member> rest = data.members().stream().filter(each -> !tellsThatTimeIsUp(each)).toList();
    return rest.size() < data.members().size()
        && rest.stream().anyMatch(each -> isEmptyCollection(each) || tellsThatItWaited(each))
        && rest.stream()
            .allMatch(each -> tellsThatItWaited(each) || isEmpty(each.name(), each.value(), false));
  }

  private static boolean tellsThatTimeIsUp(Member member) {
    return Boolean.TRUE.equals(member.value()) && TIMED_OUT.matcher(member.name()).matches();
  }

  private static boolean tellsThatItWaited(Member member) {
    return member.value() instanceof String text && WAITED.matcher(text).matches();
  }

  private boolean isEmpty(String name, @Nullable Object value, boolean isSearch) {
    if (value instanceof Map<?, ?> object) {
      return HEADS.contains(name)
          || object.entrySet().stream()
              .allMatch(each -> isEmpty((String) each.getKey(), each.getValue(), isSearch));
    }
    if (value instanceof List<?> list) {
      return HEADS.contains(name)
          || list.stream().allMatch(element -> isEmpty(name, element, isSearch));
    }
    return value == null
        || value.equals(false)
        || value.equals("")
        || isZero(value)
        || isNeutral(name, value, isSearch);
  }

  private boolean isNeutral(String name, Object value, boolean isSearch) {
    String shown = value instanceof String text ? '"' + text + '"' : value.toString();
    String member = arguments.maskIn(tokens.normalise('"' + name + "\": " + shown));
    return NEUTRAL.matcher(member).matches() || (isSearch && SUCCESS.matcher(member).matches());
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && number.doubleValue() == 0;
  }

  private static boolean isEmptyCollection(Member member) {
    return member.isEmptyCollection()
        && !(member.value() instanceof List<?> && FAULTS.contains(member.name()));
  }

  /** Returns whether it is a list of what was found, or its length. */
  private static boolean isOfSearch(Member member) {
    return member.isEmptyCollection()
        ? FOUND_LIST.matcher(member.name()).matches()
        : FOUND_COUNT.matcher(member.name()).matches()
            && member.value() != null
            && isZero(member.value());
  }
}
