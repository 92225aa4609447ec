package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.JsonText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A short result in JSON.
 *
 * @param tree an object or a list, as {@link JsonText#parse} returns it; null if the text is
 *     neither, or too long
 * @param members all values in it that contain no other, in no defined order
 */
record ShortData(@Nullable Object tree, List<Member> members) {

  /** The data of a text that is no JSON. */
  static final ShortData NONE = new ShortData(null, List.of());

  private static final int MAX_LENGTH = 512;

  /** Maximum length of a text with one of the names that a caller asks for. */
  private static final int MAX_TELLING_LENGTH = 4 * 1024;

  /** Parts of the names of exit codes, and of the time at which a thing was created. */
  private static final List<String> TELLING = List.of("code", "Code", "CODE", "created");

  private static final int MIN_RECORD = 3;

  /** Names of members that report on the call. */
  private static final Pattern REPORT =
      Pattern.compile("(?i)status|success|ok|result|message|error|code|exit_?code");

  /** Names of the id of a thing, as opposed to that of a request. */
  private static final Pattern OWN_ID =
      Pattern.compile("(?:(?!request|trace|span|correlation)\\w{1,40}_)?(?:id|uuid|guid)");

  private static final Pattern MADE_ID =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}|[0-9a-f]{12,64}");

  static ShortData of(String text) {
    String data = text.strip();
    if (!isRead(data)) {
      return NONE;
    }
    Object tree = JsonText.parse(data);
    if (tree == null || tree instanceof String) {
      return NONE;
    }
    List<Member> members = new ArrayList<>();
    add("", tree, false, members);
    return new ShortData(tree, members);
  }

  private static boolean isRead(String data) {
    return (data.startsWith("{") || data.startsWith("["))
        && (data.length() <= MAX_LENGTH
            || (data.length() <= MAX_TELLING_LENGTH && TELLING.stream().anyMatch(data::contains)));
  }

  private static void add(
      String name, @Nullable Object value, boolean isInList, List<Member> members) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach((each, member) -> add((String) each, member, isInList, members));
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      list.forEach(element -> add(name, element, true, members));
    } else {
      members.add(new Member(name, value, isInList));
    }
  }

  /**
   * Returns whether it is a flat object of several members that describe something, or holds a list
   * of objects. It is an answer even if it is the only one of a tool: an acknowledgement says what
   * became of the call.
   */
  boolean isRecord() {
    return members.stream().noneMatch(Member::isReport)
        && (holdsObjects(tree)
            || (tree instanceof Map<?, ?> object
                && object.values().stream().noneMatch(Map.class::isInstance)
                && object.values().stream().noneMatch(List.class::isInstance)
                && members.stream().filter(Member::hasValue).count() >= MIN_RECORD));
  }

  private static boolean holdsObjects(@Nullable Object value) {
    return value instanceof Map<?, ?> object
        ? object.values().stream().anyMatch(ShortData::holdsObjects)
        : value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance);
  }

  /**
   * Returns the key of a record as the answer to calls with different arguments: that of its text
   * without volatile tokens, and of its own id, which is made for each thing.
   */
  long recordKey(long normalisedKey) {
    return members.stream()
        .filter(Member::isMadeId)
        .findFirst()
        .map(id -> TextHash.joined(normalisedKey, TextHash.of(id.text())))
        .orElse(normalisedKey);
  }

  /**
   * A value that contains no other: a text, a number, a boolean, null or an empty collection.
   *
   * @param name the name of the member; that of the list for its elements; empty if there is none
   */
  record Member(String name, @Nullable Object value, boolean isInList) {

    String text() {
      return String.valueOf(value);
    }

    boolean isEmptyCollection() {
      return (value instanceof Collection<?> list && list.isEmpty())
          || (value instanceof Map<?, ?> map && map.isEmpty());
    }

    private boolean hasValue() {
      return value != null && !value.equals("");
    }

    private boolean isReport() {
      return REPORT.matcher(name).matches();
    }

    private boolean isMadeId() {
      return value instanceof String id
          && OWN_ID.matcher(name).matches()
          && MADE_ID.matcher(id).matches();
    }
  }
}
