package io.loopsentinel.engine.outcome;

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

  private ShortRecord() {}

  /** Returns whether a short text is such an object. */
  static boolean is(String trimmed) {
    return trimmed.startsWith("{")
        && trimmed.indexOf('}') == trimmed.length() - 1
        && trimmed.indexOf('[') < 0
        && MEMBER.matcher(trimmed).results().limit(MIN_MEMBERS).count() == MIN_MEMBERS
        && !REPORT.matcher(trimmed).find();
  }
}
