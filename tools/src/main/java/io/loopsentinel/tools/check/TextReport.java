package io.loopsentinel.tools.check;

import io.loopsentinel.agent.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** What a check found, as lines for a person. */
final class TextReport {

  private TextReport() {}

  /** Returns the lines; those of profiles' targets that match nothing only if all are wanted. */
  static List<String> lines(CheckReport report, boolean all) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Configuration %s, checked against %,d classes. Nothing of them was run."
            .formatted(report.configuration(), report.classes()));
    report.warnings().forEach(warning -> lines.add("warning: " + warning));
    report.targets().forEach(target -> add(target, lines));
    for (CheckReport.Profile profile : report.profiles()) {
      lines.add("");
      lines.add("profile " + profile.name() + ": " + matches(profile));
      profile.targets().stream()
          .filter(target -> all || !target.methods().isEmpty())
          .forEach(target -> add(target, lines));
    }
    lines.add("");
    lines.add(sum(report));
    if (report.guarded() == 0 && report.problems() == 0) {
      lines.add(
          "Add the jars of the application's framework, if they are not in these paths; else");
      lines.add("inspect, with the same paths, finds methods to name as targets.");
    }
    return lines;
  }

  /** Returns the lines of what has to be looked at, and the sum. */
  static List<String> inShort(CheckReport report) {
    List<String> lines = new ArrayList<>();
    report.warnings().forEach(warning -> lines.add("warning: " + warning));
    report.all().filter(CheckReport.Target::problem).forEach(target -> add(target, lines));
    lines.add(report.configuration() + ": " + sum(report));
    return lines;
  }

  private static String sum(CheckReport report) {
    String guarded = report.guarded() == 0 ? "Nothing" : Numbers.of(report.guarded(), "method");
    return "%s would be guarded, %s.".formatted(guarded, problems(report.problems()));
  }

  static String problems(long number) {
    return number == 0 ? "no problem" : Numbers.of(number, "problem");
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

  private static void add(CheckReport.Target target, List<String> lines) {
    String title =
        "%s%s target %s (%s)"
            .formatted(
                target.problem() ? "problem: " : "", target.kind(), target.name(), target.place());
    if (target.mismatch() != null) {
      lines.add("");
      lines.add(title + " matches no method: " + target.mismatch());
    }
    for (CheckReport.Method method : target.methods()) {
      lines.add("");
      if (method.report() != null) {
        lines.addAll(method.report().lines());
      } else {
        String on = method.missingClass() == null ? " cannot guard " : " on ";
        lines.add(title + on + method.method());
        String.valueOf(method.reason()).lines().forEach(line -> lines.add("  " + line));
      }
    }
  }
}
