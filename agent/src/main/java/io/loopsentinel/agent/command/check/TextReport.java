package io.loopsentinel.agent.command.check;

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
    report.warnings().forEach(warning -> lines.add("warning: " + warning));
    report.targets().forEach(this::write);
    for (CheckReport.Profile profile : report.profiles()) {
      lines.add("");
      lines.add("profile " + profile.name() + ": " + matches(profile));
      profile.targets().stream()
          .filter(target -> withAll || !target.methods().isEmpty())
          .forEach(this::write);
    }
    lines.add("");
    lines.add(
        "%s guarded, %s."
            .formatted(
                report.guarded() == 1
                    ? "1 method would be"
                    : report.guarded() + " methods would be",
                report.problems() == 0
                    ? "no problem"
                    : report.problems() == 1 ? "1 problem" : report.problems() + " problems"));
    return lines;
  }

  private static String matches(CheckReport.Profile profile) {
    long matched = profile.matched();
    int all = profile.targets().size();
    return matched == 0
        ? "nothing of it is on this class path"
        : matched == all
            ? "all " + matched + " targets match"
            : "%d of %d targets match; the others are of other versions or modules"
                .formatted(matched, all);
  }

  private void write(CheckReport.Target target) {
    String title = (target.problem() ? "problem: " : "") + target.title();
    if (target.mismatch() != null) {
      lines.add("");
      lines.add(title + " matches no method: " + target.mismatch());
    }
    for (CheckReport.Method method : target.methods()) {
      lines.add("");
      if (method.isGuarded()) {
        lines.addAll(method.lines());
      } else {
        String on = method.missingClass() == null ? " cannot guard " : " on ";
        lines.add(title + on + method.method());
        lines.add("  " + method.reason());
      }
    }
  }
}
