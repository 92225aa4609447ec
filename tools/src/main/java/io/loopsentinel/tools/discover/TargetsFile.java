package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.discover.ToolSelection.Tool;
import io.loopsentinel.tools.support.TargetText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        "# discover saw %s of %s."
            .formatted(
                Numbers.of(calls.toolCalls().size(), "call"),
                Numbers.of(tools.all().size(), "tool")));
    if (calls.toolCalls().isEmpty()) {
      lines.add("# No tool was called. Name your tools: discover,tool=com.acme.OrderTools");
    }
    lines.add("sentinel:");
    lines.add("  # observe only reports loops. If the findings are right, set enforce.");
    lines.add("  mode: observe");
    lines.add("  targets:");
    targets.forEach(each -> lines.addAll(each.lines()));
    return lines;
  }

  private void addTurn(List<TargetText> targets, Proposal proposal) {
    for (Turns.Turn turn : turns.all(proposal.later())) {
      if (turn.seen() >= 3
          && expressions.fits(turn.method(), turn.tool())
          && expressions.fits(turn.method(), turn.args())) {
        targets.add(
            turn.method()
                .target("turn-1", "turn")
                .comment("seen to announce %s tool calls".formatted(turn.seen()))
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
    Map<String, List<Tool>> byTarget = new LinkedHashMap<>();
    for (Tool tool : tools.all()) {
      if (!proposal.isDispatched(tool)) {
        byTarget.computeIfAbsent(tool.target(), key -> new ArrayList<>()).add(tool);
      }
    }
    int number = 0;
    for (List<Tool> same : byTarget.values()) {
      long count = same.stream().mapToLong(proposal::count).sum();
      TargetText target = tool(same.get(0), ++number).comment(reason(count));
      if (count > 0 && !same.stream().allMatch(proposal::isInRun)) {
        target
            .disabled()
            .comment(
                "Its threads may serve several users. Give it a session, as in session: run, and"
                    + " remove the # of its lines to guard it.");
      }
      targets.add(target);
    }
  }

  private static TargetText tool(Tool tool, int number) {
    return new TargetText("tool-" + number, "tool", tool.owner())
        .with("method", tool.annotation() == null ? tool.method() : null)
        .with("annotated_with", tool.annotation());
  }

  private static String reason(long calls) {
    return calls == 0
        ? "not called in this run, so its dispatch is not known"
        : "seen %s; no better dispatch was found: more questions may show one"
            .formatted(Numbers.of(calls, "time"));
  }
}
