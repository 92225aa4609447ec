package io.loopsentinel.agent.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import java.util.List;

/** Reads the key {@code volatile}: what of a result differs although nothing is new. */
final class VolatilePatternsReader {

  static final String KEY = "volatile";

  private VolatilePatternsReader() {}

  /** Reads the patterns, and reports those that are no regular expressions. */
  static List<String> read(Section detectors) {
    List<String> patterns = detectors.list(KEY, ScalarType.TEXT, "[\"build-[0-9]+\"]");
    if (patterns == null) {
      return List.of();
    }
    for (int i = 0; i < patterns.size(); i++) {
      check(patterns.get(i), originOf(detectors, i), detectors);
    }
    return patterns;
  }

  private static void check(String pattern, Origin origin, Section detectors) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      detectors.error(
          origin,
          "%s: %s is no regular expression: %s"
              .formatted(detectors.nested(KEY), Wording.quoted(pattern), e.getDescription()));
    }
  }

  private static Origin originOf(Section detectors, int index) {
    return detectors.node(KEY) instanceof Sequence sequence && index < sequence.items().size()
        ? sequence.items().get(index).origin()
        : detectors.originOf(KEY);
  }
}
