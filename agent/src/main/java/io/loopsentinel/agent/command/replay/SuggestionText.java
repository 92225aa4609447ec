package io.loopsentinel.agent.command.replay;

import java.util.List;

/** Proposed overrides as a configuration that can be used as it is. */
public final class SuggestionText {

  private SuggestionText() {}

  /** Returns YAML; what there is to say besides stands in comments. */
  public static String of(ReplayResult.Proposal proposal, Measurement main) {
    StringBuilder text = new StringBuilder();
    List<Suggestion> suggestions = proposal.suggestions().proposals();
    if (suggestions.isEmpty()) {
      text.append("# No override is proposed: no tool's repeats were honest in every run.\n");
    } else {
      text.append("sentinel:\n  overrides:\n");
      suggestions.forEach(suggestion -> append(text, suggestion));
    }
    proposal
        .suggestions()
        .leftAlone()
        .forEach((tool, reason) -> text.append("# left alone, " + tool + ": " + reason + "\n"));
    Measurement applied = proposal.applied();
    if (applied != null) {
      text.append("# Played again with these overrides: ");
      text.append(change(main.total(), applied.total())).append('\n');
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Suggestion suggestion) {
    text.append("    ").append(quoted(suggestion.tool())).append(":\n");
    suggestion.threshold().ifPresent(value -> line(text, "threshold", String.valueOf(value)));
    suggestion
        .thresholdWithProgress()
        .ifPresent(value -> line(text, "threshold_with_progress", String.valueOf(value)));
    suggestion.windowSize().ifPresent(value -> line(text, "window_size", String.valueOf(value)));
    if (suggestion.warnOnly()) {
      line(text, "action", "warn");
    }
    line(text, "reason", quoted(suggestion.reason()));
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append("      ").append(key).append(": ").append(value).append('\n');
  }

  private static String change(Tally before, Tally after) {
    return "runs flagged "
        + change(before.flagged().runs(), after.flagged().runs())
        + ", solved ones among them "
        + change(before.flagged().succeeded(), after.flagged().succeeded())
        + ", runs stopped "
        + change(before.stopped().runs(), after.stopped().runs());
  }

  private static String change(int before, int after) {
    return before + " -> " + after;
  }

  /** A tool's name comes from a model, and may be anything. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029) {
                quoted.append(String.format("\\u%04x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }
}
