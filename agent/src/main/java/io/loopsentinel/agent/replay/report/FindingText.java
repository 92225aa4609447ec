package io.loopsentinel.agent.replay.report;

import io.loopsentinel.agent.replay.play.Firing;
import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.ResultMatch;
import java.util.Locale;

/** A finding in words; never anything of arguments, results or model text. */
final class FindingText {

  private FindingText() {}

  /** Returns the lower-case name of a rung, as in the configuration. */
  static String rung(Firing firing) {
    return firing.rung().name().toLowerCase(Locale.ROOT);
  }

  /** Returns what a finding rests on. */
  static String evidence(Finding finding) {
    Evidence evidence = finding.evidence();
    if (evidence instanceof Evidence.Results results) {
      return results(results.match());
    }
    if (evidence instanceof Evidence.Failure) {
      return "the same failure";
    }
    if (evidence instanceof Evidence.SameResult) {
      return "the same result";
    }
    if (evidence instanceof Evidence.Similarity alike) {
      return String.format(Locale.ROOT, "%.0f %% alike", 100 * alike.similarity());
    }
    return "used up";
  }

  /** Returns what would let such a call pass. */
  static String remedy(Finding finding) {
    return finding.setting() + " above " + Math.max(finding.count(), finding.threshold());
  }

  private static String results(ResultMatch match) {
    return switch (match) {
      case NOT_COMPARED -> "results not compared";
      case UNSEEN -> "results not seen";
      case EQUAL -> "equal results";
      case EQUAL_NORMALISED -> "equal but for times and ids";
      case NOTHING_NEW -> "results show nothing new";
      case CHANGING -> "changing results";
    };
  }
}
