package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.Measure;

/** Tells the model what repeated. Stateless. */
final class Facts {

  private Facts() {}

  /** Returns one sentence. */
  static String of(LoopReport report) {
    Evidence evidence = report.finding().evidence();
    if (evidence instanceof Evidence.Results results) {
      return report.finding().detector() == DetectorKind.CYCLE
          ? cycle(report.finding(), results)
          : repeat(report, results);
    }
    if (evidence instanceof Evidence.Failure failure) {
      return failure(report.finding(), failure.line());
    }
    if (evidence instanceof Evidence.Similarity similarity) {
      return similarity(report.finding(), similarity.similarity());
    }
    if (evidence instanceof Evidence.Spent spent) {
      return spent(report.finding(), spent);
    }
    return "%s has given the same result %s running%s."
        .formatted(
            report.finding().tools(),
            Numbers.times(report.finding().count()),
            isOfOneCall(evidence) ? "" : ", whatever its arguments");
  }

  /** Whether stagnation was that of one call, so that nothing can be said of its arguments. */
  static boolean isOfOneCall(Evidence evidence) {
    return evidence instanceof Evidence.SameResult same && same.ofOneCall();
  }

  private static String repeat(LoopReport report, Evidence.Results results) {
    // A hint's own text is joined, not formatted: a format takes some 400 ns each.
    return report.tool()
        + (report.dispatched() ? " has already run " : " was already asked for ")
        + Numbers.times(report.finding().count())
        + " with the arguments "
        + report.arguments()
        + comparison(results, report.finding().count())
        + ".";
  }

  private static String cycle(Finding finding, Evidence.Results results) {
    return "With this call, "
        + finding.tools()
        + " has come round "
        + Numbers.times(finding.count())
        + " in a row"
        + comparison(results, finding.threshold())
        + ".";
  }

  /**
   * Says how results compare.
   *
   * @param all how many of them there are
   */
  private static String comparison(Evidence.Results results, int all) {
    String when = results.equalInARow() >= all ? "each time" : last(results.equalInARow());
    return switch (results.match()) {
      case EQUAL -> " and gave the same result " + when;
      case EQUAL_NORMALISED -> " and gave the same result " + when + ", apart from times and ids";
      case NOTHING_NEW -> " and showed nothing new " + when;
      case CHANGING -> ", with changing results";
      case UNSEEN, NOT_COMPARED -> "";
    };
  }

  private static String last(int count) {
    return count == 1 ? "the last time" : "the last " + count + " times";
  }

  private static String failure(Finding finding, String line) {
    String same =
        finding.count() == 1
            ? finding.tools() + " has failed"
            : finding.tools()
                + " has failed "
                + finding.count()
                + " times running with the same error";
    return line.isEmpty() ? same + "." : same + ": `" + line + "`.";
  }

  private static String similarity(Finding finding, double similarity) {
    long percent = Math.round(similarity * 100);
    return finding.detector() == DetectorKind.SIMILAR_TURNS
        ? "You have said nearly the same %d times in a row (%d %% of the words)."
            .formatted(finding.count() + 1, percent)
        : "%s was called %d times with %s and the same result."
            .formatted(finding.tools(), finding.count() + 1, alike(percent));
  }

  /** The same call again is alike as well, so where all words agree nothing says they differ. */
  private static String alike(long percent) {
    return percent == 100
        ? "the same or nearly the same arguments"
        : "nearly the same arguments (" + percent + " % of the words)";
  }

  private static String spent(Finding finding, Evidence.Spent spent) {
    Measure measure = spent.measure();
    String used = measure.format(spent.used());
    String cap = measure.format(spent.cap());
    return switch (measure) {
      case TOOL_CALLS ->
          "You have made %s, and no more than %s %s allowed."
              .formatted(Numbers.of(used, "tool call"), cap, Numbers.are(cap));
      case CALLS_PER_TOOL ->
          "You have called %s %s, and no more than %s %s allowed."
              .formatted(finding.tools(), Numbers.of(used, "time"), cap, Numbers.are(cap));
      case TURNS ->
          "You have taken %s, and no more than %s %s allowed."
              .formatted(Numbers.of(used, "turn"), cap, Numbers.are(cap));
      case TOKENS ->
          "%s %s been used, and no more than %s %s allowed."
              .formatted(Numbers.of(used, "token"), Numbers.have(used), cap, Numbers.are(cap));
      case COST_USD -> "%s has been spent, and no more than %s is allowed.".formatted(used, cap);
    };
  }
}
