package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.propose.TargetYaml;
import io.loopsentinel.agent.command.inspect.rank.Candidate;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes what was called as a configuration: the best target of each kind, the others as comments.
 */
final class DiscoveryReport {

  private static final String INDENT = "    ";
  private static final int MOST_OF_KIND = 10;

  private final Findings findings;
  private final int watched;
  private final List<String> lines = new ArrayList<>();
  private boolean anyInForce;

  /**
   * Creates a report.
   *
   * @param watched how many candidates there were
   */
  DiscoveryReport(Findings findings, int watched) {
    this.findings = findings;
    this.watched = watched;
  }

  List<String> write() {
    kind(TargetKind.TOOL, "What was called and looks like tool dispatch");
    kind(TargetKind.TURN, "What was called and looks like a turn of the model");
    run();
    List<String> file = new ArrayList<>();
    file.add(
        "# Found by loop-sentinel discover: what was called of "
            + watched
            + " methods that it watched.");
    file.add(
        "# The best target of each kind is in force, the others are comments. Check what each");
    file.add("# expression reads, and begin with mode: observe.");
    file.add("sentinel:");
    file.add(anyInForce ? "  targets:" : "  targets: []");
    file.addAll(lines);
    return file;
  }

  private void kind(TargetKind kind, String heading) {
    List<Evidence.Seen> ranked = findings.of(kind);
    lines.add("");
    lines.add(INDENT + "# " + heading + ": " + (ranked.isEmpty() ? "nothing" : ranked.size()));
    for (int i = 0; i < Math.min(MOST_OF_KIND, ranked.size()); i++) {
      Evidence.Seen seen = ranked.get(i);
      lines.add(
          INDENT
              + "# "
              + (i + 1)
              + ". "
              + name(seen.candidate())
              + ", score "
              + Findings.score(seen));
      evidence(seen);
      boolean inForce = i == 0 && (kind == TargetKind.TURN || Findings.namedTools(seen));
      target(seen.candidate(), kind.name().toLowerCase(Locale.ROOT) + "-" + (i + 1), inForce);
    }
  }

  private void evidence(Evidence.Seen seen) {
    note(
        "called "
            + times(seen.calls())
            + " on "
            + threads(seen.threads())
            + (seen.thrown() == 0 ? "" : ", threw " + times(seen.thrown())));
    if (seen.unreadable() != null) {
      note("tool and args could not be read: " + seen.unreadable());
    }
    if (!seen.tools().isEmpty()) {
      note("tools: " + counts(seen.tools()));
    }
    seen.shapes().forEach(shape -> note("arguments: " + shape));
    if (!seen.within().isEmpty()) {
      note("called within " + counts(seen.within()));
    }
    if (seen.candidate().kind() == TargetKind.TOOL
        && !seen.candidate().readings().containsKey("result")) {
      note("result is missing: until it is given, a hint falls to abort");
    }
  }

  private void run() {
    lines.add("");
    findings
        .run()
        .ifPresentOrElse(
            run -> {
              lines.add(
                  INDENT + "# From here the model was asked and tools were called: " + name(run));
              target(run, "run-1", true);
            },
            () ->
                lines.add(
                    INDENT
                        + "# No method was seen from which the model is asked and tools are"
                        + " called."));
  }

  private void target(Candidate candidate, String name, boolean inForce) {
    anyInForce |= inForce;
    for (String line : TargetYaml.lines(candidate, name)) {
      lines.add(INDENT + (inForce ? "" : "# ") + line);
    }
  }

  private void note(String text) {
    lines.add(INDENT + "#    " + text);
  }

  private static String name(Candidate candidate) {
    return candidate.type().binaryName() + "." + candidate.method().name();
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String threads(int count) {
    return count == 1 ? "one thread" : count + " threads";
  }

  private static String counts(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue() + ")")
        .collect(Collectors.joining(", "));
  }
}
