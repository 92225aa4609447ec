package io.loopsentinel.agent.replay.report;

import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.ResultMatch;
import io.loopsentinel.agent.replay.play.Firing;
import java.util.Locale;

/** A finding in words; never anything of arguments, results or model text. */
final class FindingText {

  private FindingText() {}

  /** Returns the lower-case name of a rung, as in the configuration. */
  static String rung(Firing firing) {
    return firing.rung().name().toLowerCase(Locale.ROOT);
  }

  /** Returns how the results of the loop's calls compare. */
  static String results(ResultMatch match) {
    return switch (match) {
      case NOT_COMPARED -> "not compared";
      case UNSEEN -> "not seen";
      case EQUAL -> "equal";
      case EQUAL_NORMALISED -> "equal but for times, ids and the like";
      case NOTHING_NEW -> "nothing new";
      case CHANGING -> "changing";
    };
  }

  /** Returns what would let such a call pass. */
  static String remedy(Finding finding) {
    return finding.setting() + " above " + Math.max(finding.count(), finding.threshold());
  }
}
