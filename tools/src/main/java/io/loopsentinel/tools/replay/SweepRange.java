package io.loopsentinel.tools.replay;

import io.loopsentinel.tools.support.UsageException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A setting and the values to try: {@code threshold=2..6}, {@code
 * detectors.similar_calls.similarity=0.7..0.9:0.05}, {@code default.progress=aware,ignore}.
 */
record SweepRange(String setting, List<String> values) {

  private static final int MAX_VALUES = 100;
  private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?)";
  private static final Pattern RANGE =
      Pattern.compile(NUMBER + "\\.\\." + NUMBER + "(?::" + NUMBER + ")?");

  static SweepRange parse(String text) throws UsageException {
    String[] parts = text.split("=", 2);
    if (parts.length < 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw invalid(text, "expected SETTING=VALUES, such as threshold=2..6");
    }
    String path = parts[0].strip();
    Matcher range = RANGE.matcher(parts[1].strip());
    List<String> values =
        range.matches()
            ? numbers(range, text)
            : Arrays.stream(parts[1].split(",", -1)).map(String::strip).toList();
    if (values.contains("")) {
      throw invalid(text, "a value is missing");
    }
    return new SweepRange(path.indexOf('.') < 0 ? "default." + path : path, values);
  }

  private static List<String> numbers(Matcher range, String text) throws UsageException {
    BigDecimal from = new BigDecimal(range.group(1));
    BigDecimal to = new BigDecimal(range.group(2));
    BigDecimal step = range.group(3) == null ? BigDecimal.ONE : new BigDecimal(range.group(3));
    if (from.compareTo(to) > 0 || step.signum() <= 0) {
      throw invalid(text, "expected a range from the smaller to the larger number");
    }
    List<String> values =
        Stream.iterate(from, value -> value.compareTo(to) <= 0, value -> value.add(step))
            .limit(MAX_VALUES + 1)
            .map(BigDecimal::toPlainString)
            .toList();
    if (values.size() > MAX_VALUES) {
      throw invalid(text, "more than " + MAX_VALUES + " values; give a larger step");
    }
    return values;
  }

  private static UsageException invalid(String text, String problem) {
    return new UsageException("--sweep " + text + ": " + problem);
  }
}
