package io.loopsentinel.engine.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a result without the wrapper that a tool puts around all its results: {@code
 * <returncode>0</returncode><output></output>}, or {@code {"exit_code":0,"stdout":""}}.
 *
 * @param status the status of the call in the wrapper. If it succeeded, no line of the content
 *     counts as a failure
 * @param content the text without the wrapper; the whole text if there is none
 */
record Envelope(Status status, String content) {

  /** The outcome of a program. */
  enum Status {
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  /** Maximum length of an examined result; a longer one always has content. */
  private static final int MAX_LENGTH = 4 * 1024;

  private static final Set<String> EXIT_CODES =
      Set.of("exit_code", "exitcode", "returncode", "return_code");
  private static final Set<String> FLAGS = Set.of("ok", "success", "succeeded", "done");

  /** Members that identify the work or its time; they differ each time. */
  private static final Pattern LABEL =
      Pattern.compile("(?i)(?:.*_)?(?:id|uuid|guid|timestamp|time|date|at)|.*Id|.*At");

  private static final Pattern EXIT_CODE =
      Pattern.compile("(?i)^\\s{0,9}<(return_?code|exit_?code)>\\s{0,9}(-?\\d{1,9})\\s{0,9}</\\1>");
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z][\\w.-]{0,40}>");
  private static final ObjectMapper JSON = new ObjectMapper();

  static Envelope of(String text) {
    Matcher exitCode = EXIT_CODE.matcher(Lines.cut(text, MAX_LENGTH));
    if (exitCode.lookingAt()) {
      String rest = text.substring(exitCode.end());
      return new Envelope(
          exitCode.group(2).equals("0") ? Status.SUCCEEDED : Status.FAILED,
          text.length() > MAX_LENGTH ? text : TAG.matcher(rest).replaceAll(""));
    }
    return text.length() <= MAX_LENGTH && text.stripLeading().startsWith("{")
        ? ofJson(text)
        : new Envelope(Status.UNKNOWN, text);
  }

  private static Envelope ofJson(String text) {
    try {
      JsonNode tree = JSON.readTree(text);
      return tree != null && tree.isObject()
          ? ofMembers(tree.properties(), text)
          : new Envelope(Status.UNKNOWN, text);
    } catch (JsonProcessingException e) {
      return new Envelope(Status.UNKNOWN, text);
    }
  }

  private static Envelope ofMembers(Set<Map.Entry<String, JsonNode>> members, String text) {
    Status status = Status.UNKNOWN;
    List<JsonNode> rest = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : members) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      if (value.isInt() && EXIT_CODES.contains(name.toLowerCase(Locale.ROOT))) {
        status = value.intValue() == 0 ? Status.SUCCEEDED : Status.FAILED;
      } else if (hasContent(name, value)) {
        rest.add(value);
      }
    }
    if (rest.isEmpty()) {
      return new Envelope(status, "");
    }
    String only = rest.size() == 1 && rest.get(0).isTextual() ? rest.get(0).textValue() : text;
    return new Envelope(status, ShortAnswer.isAcknowledgement(only) ? only : text);
  }

  private static boolean hasContent(String name, JsonNode value) {
    boolean isFlag = value.isBoolean() && FLAGS.contains(name.toLowerCase(Locale.ROOT));
    boolean isEmpty =
        value.isNull()
            || (value.isContainerNode() && value.isEmpty())
            || (value.isTextual() && value.textValue().isBlank());
    return !isFlag && !isEmpty && !LABEL.matcher(name).matches();
  }
}
