package io.loopsentinel.engine.outcome;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises a flat JSON object of several members that describe something. It is an answer even if
 * it is the only one of a tool: an acknowledgement says what became of the call.
 */
final class ShortRecord {

  private static final int MIN_MEMBERS = 3;

  /** A member with a value. */
  private static final Pattern MEMBER =
      Pattern.compile("\"\\w{1,40}\"\\s?:\\s?(?!null|\"\"|\\[]|\\{})");

  private static final Pattern REPORT =
      Pattern.compile("(?i)\"(?:status|success|ok|result|message|error|code|exit_?code)\"\\s?:");

  /** An id that is made for each thing, so that the same record with another one is another. */
  private static final Pattern OWN_ID =
      Pattern.compile(
          "\"(?:(?!request|trace|span|correlation)\\w{1,40}_)?(?:id|uuid|guid)\"\\s?:\\s?\"("
              + "\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}|[0-9a-f]{12,64})\"");

  private ShortRecord() {}

  /** Returns whether a short text is such an object. */
  static boolean is(String trimmed) {
    return trimmed.startsWith("{")
        && trimmed.indexOf('}') == trimmed.length() - 1
        && trimmed.indexOf('[') < 0
        && MEMBER.matcher(trimmed).results().limit(MIN_MEMBERS).count() == MIN_MEMBERS
        && !REPORT.matcher(trimmed).find();
  }

  /**
   * Returns the key of a record as the answer to calls with different arguments: that of its text
   * without volatile tokens, and of its own id, if it has one.
   */
  static long key(String record, long normalisedKey) {
    Matcher id = OWN_ID.matcher(record);
    return id.find() ? TextHash.joined(normalisedKey, TextHash.of(id.group(1))) : normalisedKey;
  }
}
