package io.loopsentinel.agent.command.check;

import io.loopsentinel.agent.command.check.CheckedMethod.Guarded;
import io.loopsentinel.agent.command.check.CheckedMethod.Unchecked;
import io.loopsentinel.agent.command.check.CheckedMethod.Unguarded;
import io.loopsentinel.agent.config.ConfigProblem;
import java.util.ArrayList;
import java.util.List;

/** Writes what a check found as lines for a person. */
final class TextReport {

  private final boolean withAll;
  private final List<String> lines = new ArrayList<>();

  /**
   * Creates a writer.
   *
   * @param withAll whether the targets of profiles that match nothing are told, too
   */
  TextReport(boolean withAll) {
    this.withAll = withAll;
  }

  List<String> write(CheckReport report) {
    lines.add(
        "Configuration %s, checked against %,d classes. Nothing of them was run."
            .formatted(report.configuration(), report.classes()));
    for (ConfigProblem warning : report.warnings()) {
      lines.add("warning: " + warning);
    }
    report.targets().forEach(this::write);
    for (CheckedProfile profile : report.profiles()) {
      lines.add("");
      lines.add("profile " + profile.summary());
      profile.targets().stream()
          .filter(target -> withAll || target.isMatched())
          .forEach(this::write);
    }
    lines.add("");
    lines.add(sum(report));
    return lines;
  }

  private void write(CheckedTarget target) {
    if (!target.isMatched()) {
      lines.add("");
      lines.add(
          (target.isProblem() ? "problem: " : "")
              + target.title()
              + " matches no method: "
              + target.mismatch());
    }
    for (CheckedMethod method : target.methods()) {
      lines.add("");
      write(method, target);
    }
  }

  private void write(CheckedMethod method, CheckedTarget target) {
    if (method instanceof Guarded guarded) {
      lines.addAll(guarded.report().lines());
    } else if (method instanceof Unguarded unguarded) {
      lines.add("problem: " + target.title() + " cannot guard " + unguarded.method());
      lines.add("  " + unguarded.reason());
    } else if (method instanceof Unchecked unchecked) {
      lines.add(
          (target.isProblem() ? "problem: " : "") + target.title() + " on " + unchecked.method());
      lines.add("  " + unchecked.reason());
    }
  }

  private static String sum(CheckReport report) {
    long guarded = report.guarded();
    long problems = report.problems();
    return "%s guarded, %s."
        .formatted(
            guarded == 1 ? "1 method would be" : guarded + " methods would be",
            problems == 0 ? "no problem" : problems == 1 ? "1 problem" : problems + " problems");
  }
}
