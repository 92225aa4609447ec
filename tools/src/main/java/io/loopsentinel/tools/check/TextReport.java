package io.loopsentinel.tools.check;

import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The result of a check as lines of text. */
final class TextReport {

  private TextReport() {}

  /**
   * Returns the lines of a report.
   *
   * @param all whether to include targets of profiles that match nothing
   */
  static List<String> lines(CheckReport report, boolean all) {
    List<String> lines = new ArrayList<>(header(report));
    report.targets().forEach(target -> add(target, lines));
    for (CheckReport.Profile profile : report.profiles()) {
      lines.add("");
      lines.add("profile " + profile.name() + ": " + matches(profile));
      profile.targets().stream()
          .filter(target -> all || !target.methods().isEmpty())
          .forEach(target -> add(target, lines));
    }
    lines.add("");
    lines.add(summary(report));
    lines.addAll(advice(report));
    return lines;
  }

  private static List<String> header(CheckReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Configuration %s, checked against %s %s. No code was run."
            .formatted(
                report.configuration(),
                Numbers.count(report.classes()),
                report.classes() == 1 ? "class" : "classes"));
    if (report.store() != null) {
      lines.add("Store %s, shared by JVMs. It was not opened.".formatted(report.store()));
    }
    report.warnings().forEach(warning -> lines.add("warning: " + warning));
    return lines;
  }

  private static List<String> advice(CheckReport report) {
    return report.guarded() > 0 || report.problems() > 0
        ? List.of()
        : List.of(
            "Add the jars of the application's framework if they are not in these paths. Otherwise",
            "name your tools as targets: init with the same paths finds annotated ones.");
  }

  /** Returns the configuration, a line for each framework, warnings, problems and the summary. */
  static List<String> shortLines(CheckReport report) {
    List<String> lines = new ArrayList<>(header(report));
    addFramework("", report.targets(), lines);
    report.profiles().forEach(each -> addFramework(each.name(), each.targets(), lines));
    report.all().filter(CheckReport.Target::problem).forEach(target -> add(target, lines));
    lines.add("");
    lines.add(summary(report) + (report.guarded() > 0 ? " --verbose shows each method." : ""));
    lines.addAll(advice(report));
    return lines;
  }

  private static void addFramework(
      String profile, List<CheckReport.Target> targets, List<String> lines) {
    List<TargetReport> guarded =
        targets.stream()
            .flatMap(target -> target.methods().stream())
            .flatMap(method -> Stream.ofNullable(method.report()))
            .toList();
    TargetReport.summary(
            Profiles.shipped().title(profile),
            guarded.stream().map(TargetReport::target).toList(),
            guarded.size())
        .ifPresent(lines::add);
  }

  /** Returns the lines about warnings and problems, and the summary. */
  static List<String> summaryLines(CheckReport report) {
    List<String> lines = new ArrayList<>();
    report.warnings().forEach(warning -> lines.add("warning: " + warning));
    report.all().filter(CheckReport.Target::problem).forEach(target -> add(target, lines));
    lines.add(report.configuration() + ": " + summary(report));
    return lines;
  }

  private static String summary(CheckReport report) {
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
        ? "not found on this class path"
        : matched == all
            ? "all " + matched + " targets match"
            : "%s of %s targets match; the others belong to other versions or modules"
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
