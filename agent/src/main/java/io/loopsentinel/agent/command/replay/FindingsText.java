package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Finding;

/** The findings of one run, one a line. */
public final class FindingsText {

  private FindingsText() {}

  /** Returns a heading with the run's name, and its findings; nothing where there are none. */
  public static String of(String file, PlayedRun run) {
    if (run.firings().isEmpty()) {
      return "";
    }
    TextTable table =
        new TextTable(
            "    call", "<detector", "seen", "of", "<rung", "<evidence", "<passes with", "<tool");
    for (Firing firing : run.firings()) {
      Finding finding = firing.finding();
      table.row(
          "    " + firing.call(),
          finding.detector(),
          Figures.count(finding.count()),
          Figures.count(finding.threshold()),
          FindingText.rung(firing),
          finding.evidence().basis(),
          FindingText.remedy(finding),
          tools(firing));
    }
    return file
        + "  "
        + run.id()
        + "\n    "
        + Figures.of(run.calls(), "call")
        + (run.success() == null ? "" : run.success() ? ", solved" : ", not solved")
        + "\n"
        + table
        + "\n";
  }

  private static String tools(Firing firing) {
    Finding finding = firing.finding();
    return finding.cycle().size() > 1 ? String.join(" > ", finding.cycle()) : firing.tool();
  }
}
