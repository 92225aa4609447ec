package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.loopsentinel.agent.command.ReportJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Proposed overrides as a configuration that can be used as it is. */
final class SuggestionText {

  private SuggestionText() {}

  /** Returns YAML; what there is to say besides stands in comments. */
  static String of(Suggestions suggestions, @Nullable Measurement applied, Tally before)
      throws JsonProcessingException {
    StringBuilder text = new StringBuilder();
    text.append(
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
    for (Map.Entry<String, String> tool : suggestions.leftAlone().entrySet()) {
      text.append(
          "# left alone, %s: %s\n".formatted(TextReport.name(tool.getKey()), tool.getValue()));
    }
    if (applied != null) {
      Tally after = applied.total();
      text.append(
          """
          # Played again with these overrides: runs flagged %d -> %d, \
          solved ones among them %d -> %d, runs stopped %d -> %d
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

  /** A tool's name comes from a model, and may be anything; a JSON text is a YAML one, too. */
  private static String quoted(String text) throws JsonProcessingException {
    return ReportJson.MAPPER.writeValueAsString(text);
  }
}
