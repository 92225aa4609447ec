package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.text.Printable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/** Formats proposed overrides as YAML that can be used as it is. */
final class SuggestionText {

  private static final Dump QUOTED =
      new Dump(
          DumpSettings.builder()
              .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
              .setSplitLines(false)
              .build());

  private SuggestionText() {}

  /** Returns the YAML, with notes in comments. */
  static String of(Suggestions suggestions, @Nullable Measurement applied, Tally before) {
    StringBuilder text =
        new StringBuilder(
            suggestions.proposals().isEmpty()
                ? "# No override is proposed: no tool's repeats were honest in every run.\n"
                : "sentinel:\n  overrides:\n");
    for (Suggestions.Suggestion proposal : suggestions.proposals()) {
      text.append("    ").append(quoted(proposal.tool())).append(":\n");
      line(text, "threshold", proposal.threshold());
      line(text, "threshold_with_progress", proposal.thresholdWithProgress());
      line(text, "window_size", proposal.windowSize());
      line(text, "action", proposal.action());
      line(text, "reason", quoted(proposal.reason()));
    }
    suggestions
        .leftAlone()
        .forEach(
            (tool, reason) ->
                text.append("# left alone, %s: %s\n".formatted(TextReport.name(tool), reason)));
    if (applied != null) {
      Tally after = applied.total();
      text.append(
          """
          # Played again with these overrides: runs flagged %s -> %s, \
          solved ones among them %s -> %s, runs stopped %s -> %s
          """
              .formatted(
                  before.flagged().runs(),
                  after.flagged().runs(),
                  before.flagged().solved(),
                  after.flagged().solved(),
                  before.stopped().runs(),
                  after.stopped().runs()));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String key, @Nullable Object value) {
    if (value != null) {
      text.append("      ").append(key).append(": ").append(value).append('\n');
    }
  }

  /** Quotes a text from a model, which may contain invisible characters that are valid in YAML. */
  private static String quoted(String text) {
    return QUOTED
        .dumpToString(text)
        .stripTrailing()
        .codePoints()
        .mapToObj(
            each -> Printable.isPlain(each) ? Character.toString(each) : "\\U%08x".formatted(each))
        .collect(Collectors.joining());
  }
}
