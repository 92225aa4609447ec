package io.loopsentinel.tools.discover;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configuration that discover writes. */
record TargetsFile(ToolSelection tools, Calls calls, Turns turns, Expressions expressions) {

  List<String> lines() {
    Proposal proposal = new Proposal(calls, expressions);
    List<TargetText> targets = new ArrayList<>(proposal.targets());
    addTurn(targets, proposal);
    addTools(targets, proposal);
    List<String> lines = new ArrayList<>();
    lines.add(
        "# discover: %d calls of tools were seen; %d tools."
            .formatted(calls.toolCalls().size(), tools.all().size()));
    if (calls.toolCalls().isEmpty()) {
      lines.add("# No tool was called. Name your tools: discover,tool=com.acme.OrderTools");
    }
    lines.add("sentinel:");
    lines.add("  # observe only reports loops. If the findings are right, set enforce.");
    lines.add("  mode: observe");
    lines.add(targets.stream().allMatch(TargetText::isDisabled) ? "  targets: []" : "  targets:");
    targets.forEach(each -> lines.addAll(each.lines()));
    return lines;
  }

  private void addTurn(List<TargetText> targets, Proposal proposal) {
    for (Turns.Turn turn : turns.all(proposal.later())) {
      if (turn.seen() >= 3
          && expressions.fits(turn.method(), turn.tool())
          && expressions.fits(turn.method(), turn.args())) {
        targets.add(
            new TargetText("turn-1", "turn", turn.method())
                .comment("seen to announce %d tool calls".formatted(turn.seen()))
                .with("tool", turn.tool())
                .with("args", turn.args())
                .with("input_tokens", fitting(turn, turn.inputTokens()))
                .with("output_tokens", fitting(turn, turn.outputTokens())));
        return;
      }
    }
  }

  private @Nullable String fitting(Turns.Turn turn, String expression) {
    return !expression.isEmpty() && expressions.fits(turn.method(), expression) ? expression : null;
  }

  /** Adds the tools whose dispatch was not seen, as targets by themselves. */
  private void addTools(List<TargetText> targets, Proposal proposal) {
    Set<String> written = new LinkedHashSet<>();
    for (ToolSelection.Tool tool : tools.all()) {
      boolean isNew =
          written.add(
              tool.annotation() == null
                  ? tool.owner() + "::" + tool.method()
                  : tool.annotation() + " " + tool.owner());
      if (isNew && !proposal.isDispatched(tool.name())) {
        long count = proposal.count(tool.name());
        TargetText target = tool(tool, written.size()).comment(reason(count));
        if (count > 0 && !proposal.isOnThreadOfRun(tool.name())) {
          target
              .disabled()
              .comment(
                  "Its threads may serve several users. Give it a session, as in session: run, and"
                      + " remove the # of its lines to guard it.");
        }
        targets.add(target);
      }
    }
  }

  private static TargetText tool(ToolSelection.Tool tool, int number) {
    String name = "tool-" + number;
    return tool.annotation() == null
        ? new TargetText(name, "tool", tool.owner(), tool.method())
        : new TargetText(name, "tool", tool.owner(), null)
            .with("annotated_with", tool.annotation());
  }

  private static String reason(long calls) {
    return calls == 0
        ? "not called in this run, so its dispatch is not known"
        : "seen %d times; no method was right once for each of at least three calls"
            .formatted(calls);
  }
}
