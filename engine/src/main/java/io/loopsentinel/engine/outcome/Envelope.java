package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a result without the wrapper that a tool puts around all its results: {@code
 * <returncode>0</returncode><output></output>}, {@code {"exit_code":0,"stdout":""}} or {@code
 * (Command completed with no output)}.
 *
 * @param status the status of the call in the wrapper. If it succeeded, no line of the content
 *     counts as a failure
 * @param content the text without the wrapper; the whole text if there is none
 */
record Envelope(Status status, String content) {

  enum Status {
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  /** Maximum length of an examined result; a longer one always has content. */
  private static final int MAX_LENGTH = 4 * 1024;

  private static final Set<String> EXIT_CODES =
      Set.of("exit_code", "exitcode", "returncode", "return_code");

  private static final Set<String> FLAGS =
      Set.of("ok", "success", "successful", "succeeded", "done");

  /** Values of a member "code" that say that the call succeeded. */
  private static final Set<Integer> SUCCESS_CODES = Set.of(0, 200);

  /** Members that identify the work or its time; they differ each time. */
  private static final Pattern LABEL =
      Pattern.compile("(?i)(?:.*_)?(?:id|uuid|guid|timestamp|time|date|at)|.*Id|.*At");

  private static final Pattern EXIT_CODE =
      Pattern.compile("(?i)^\\s{0,9}<(return_?code|exit_?code)>\\s{0,9}(-?\\d{1,9})\\s{0,9}</\\1>");
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z][\\w.-]{0,40}>");

  /** A sentence instead of the output, and what some tools add to all results. */
  private static final Pattern NO_OUTPUT =
      Pattern.compile(
          "(?i)\\W{0,3}[^\\n]{0,40}\\b(?:completed|finished|ran|command|executed)\\b[^\\n]{0,40}"
              + "\\b(?:no|without(?: any)?) output\\b\\W{0,9}(?:\\[metadata\\][^\\n]{0,200})?");

  private static final int MAX_SENTENCE = 300;

  /** Tags, headings and blocks of code: what stands around a sentence. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "<[?/!]?[A-Za-z][^<>]{0,400}>|(?<![^\\n])#{1,6} [^\\n]{0,80}|```[^`]{0,2000}```");

  static Envelope of(String text, ShortData data) {
    if (text.stripLeading().startsWith("<")) {
      Matcher exitCode = EXIT_CODE.matcher(Lines.cut(text, MAX_LENGTH));
      if (exitCode.lookingAt()) {
        String rest = text.substring(exitCode.end());
        return new Envelope(
            exitCode.group(2).equals("0") ? Status.SUCCEEDED : Status.FAILED,
            text.length() > MAX_LENGTH ? rest : TAG.matcher(rest).replaceAll(""));
      }
    }
    if (text.length() <= MAX_SENTENCE
        && text.contains("output")
        && NO_OUTPUT.matcher(text).matches()) {
      return new Envelope(Status.UNKNOWN, "");
    }
    if (data.tree() instanceof Map<?, ?> object) {
      return ofObject(object, text);
    }
    String sentence = withoutMarkup(text);
    boolean isDone = !sentence.isBlank() && new ShortAnswer(sentence).isAcknowledgement();
    return new Envelope(Status.UNKNOWN, isDone ? sentence : text);
  }

  /** Returns the text of XML, or beside blocks of code; empty if there is neither. */
  private static String withoutMarkup(String text) {
    return text.length() <= MAX_LENGTH && (text.startsWith("<") || text.contains("```"))
        ? MARKUP.matcher(text).replaceAll("").strip()
        : "";
  }

  private static Envelope ofObject(Map<?, ?> object, String text) {
    Status status = Status.UNKNOWN;
    List<Object> contents = new ArrayList<>();
    for (Map.Entry<?, ?> member : object.entrySet()) {
      String name = (String) member.getKey();
      Object value = member.getValue();
      if (value instanceof Integer code && isOneOf(EXIT_CODES, name)) {
        status = code == 0 ? Status.SUCCEEDED : Status.FAILED;
      } else if (value != null && isContent(name, value)) {
        contents.add(value);
      }
    }
    String content =
        contents.isEmpty()
            ? ""
            : contents.size() == 1 && contents.get(0) instanceof String only ? only : text;
    boolean counts =
        content.isEmpty()
            || status == Status.FAILED
            || saysNothingElse(new ShortAnswer(content), content.equals(text));
    return new Envelope(status, counts ? content : text);
  }

  /** Returns whether a message says that the call was done, or that nothing was found. */
  private static boolean saysNothingElse(ShortAnswer message, boolean isWhole) {
    return message.isAcknowledgement() || (!isWhole && message.mayBeNegative());
  }

  private static boolean isContent(String name, Object value) {
    boolean isEmpty =
        (value instanceof Boolean && isOneOf(FLAGS, name))
            || (value instanceof String text && text.isBlank())
            || (value instanceof Map<?, ?> map
                && Collections.frequency(map.values(), null) == map.size())
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Integer code
                && name.equals("code")
                && SUCCESS_CODES.contains(code));
    return !isEmpty && !LABEL.matcher(name).matches();
  }

  private static boolean isOneOf(Set<String> names, String name) {
    return names.contains(name.toLowerCase(Locale.ROOT));
  }
}
