package io.loopsentinel.engine.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a result says once the wrapper is off that a tool puts around all its results: {@code
 * <returncode>0</returncode><output></output>}, or {@code {"exit_code":0,"stdout":""}}.
 *
 * @param succeeded whether the wrapper says that the call succeeded; then no line of the content
 *     tells of a failure, whatever it reads like
 * @param content the text without the wrapper; the whole text where there is none
 */
record Envelope(boolean succeeded, String content) {

  /** Characters up to which a result is looked at; a longer one says something. */
  private static final int LONGEST = 4 * 1024;

  private static final Set<String> EXIT_CODES =
      Set.of("exit_code", "exitcode", "returncode", "return_code", "code", "status");
  private static final Set<String> FLAGS = Set.of("ok", "success", "succeeded", "done");

  private static final Pattern EXIT_CODE =
      Pattern.compile("(?i)^\\s{0,9}<(return_?code|exit_?code)>\\s{0,9}0\\s{0,9}</\\1>");
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z][\\w.-]{0,40}>");
  private static final ObjectMapper JSON = new ObjectMapper();

  static Envelope of(String text) {
    if (EXIT_CODE.matcher(Lines.cut(text, LONGEST)).find()) {
      String rest = text.substring(text.indexOf("</"));
      return new Envelope(
          true, text.length() > LONGEST ? text : TAG.matcher(rest).replaceAll(""));
    }
    return text.length() <= LONGEST && text.stripLeading().startsWith("{")
        ? ofJson(text)
        : new Envelope(false, text);
  }

  private static Envelope ofJson(String text) {
    try {
      JsonNode tree = JSON.readTree(text);
      if (tree == null || !tree.isObject()) {
        return new Envelope(false, text);
      }
      boolean succeeded = false;
      List<String> rest = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : tree.properties()) {
        String name = member.getKey().toLowerCase(Locale.ROOT);
        JsonNode value = member.getValue();
        boolean exitCode = EXIT_CODES.contains(name) && value.isInt();
        if (exitCode && value.intValue() != 0) {
          return new Envelope(false, text);
        }
        succeeded |= exitCode;
        boolean says =
            !exitCode
                && !(FLAGS.contains(name) && value.isBoolean())
                && !value.isNull()
                && !(value.isContainerNode() && value.isEmpty())
                && !(value.isTextual() && value.textValue().isBlank());
        if (says) {
          rest.add(value.isTextual() ? value.textValue() : value.toString());
        }
      }
      return new Envelope(succeeded, rest.isEmpty() ? "" : text);
    } catch (JsonProcessingException e) {
      return new Envelope(false, text);
    }
  }
}
