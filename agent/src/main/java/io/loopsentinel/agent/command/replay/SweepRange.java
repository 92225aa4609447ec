package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that a setting is to be tried with: {@code threshold=2..6}, {@code
 * detectors.similar_calls.similarity=0.7..0.9:0.05}, {@code default.progress=aware,ignore}.
 *
 * @param setting the setting's full path
 * @param values at least one
 */
record SweepRange(String setting, List<String> values) {

  private static final int MOST_VALUES = 100;
  private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?)";
  private static final Pattern RANGE =
      Pattern.compile(NUMBER + "\\.\\." + NUMBER + "(?::" + NUMBER + ")?");

  /** Reads an option's value. */
  static SweepRange parse(String text) throws UsageException {
    int equals = text.indexOf('=');
    String path = equals < 0 ? "" : text.substring(0, equals).strip();
    String range = text.substring(equals + 1).strip();
    if (path.isEmpty() || range.isEmpty()) {
      throw new UsageException(
          "--sweep " + text + ": expected SETTING=VALUES, such as threshold=2..6");
    }
    Matcher matcher = RANGE.matcher(range);
    List<String> values =
        matcher.matches()
            ? numbers(matcher, text)
            : Arrays.stream(range.split(",", -1)).map(String::strip).toList();
    if (values.contains("")) {
      throw new UsageException("--sweep " + text + ": a value is missing");
    }
    return new SweepRange(path.indexOf('.') < 0 ? "default." + path : path, values);
  }

  private static List<String> numbers(Matcher range, String text) throws UsageException {
    BigDecimal from = new BigDecimal(range.group(1));
    BigDecimal to = new BigDecimal(range.group(2));
    BigDecimal step = range.group(3) == null ? BigDecimal.ONE : new BigDecimal(range.group(3));
    if (from.compareTo(to) > 0 || step.signum() <= 0) {
      throw new UsageException(
          "--sweep " + text + ": expected a range from the smaller to the larger number");
    }
    List<String> values = new ArrayList<>();
    for (BigDecimal value = from; value.compareTo(to) <= 0; value = value.add(step)) {
      values.add(value.toPlainString());
      if (values.size() > MOST_VALUES) {
        throw new UsageException(
            "--sweep " + text + ": more than " + MOST_VALUES + " values; give a larger step");
      }
    }
    return values;
  }
}
