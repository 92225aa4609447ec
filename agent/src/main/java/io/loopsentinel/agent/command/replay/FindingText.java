package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Finding;
import java.util.Locale;

/** A finding in words; never anything of arguments, results or model text. */
final class FindingText {

  private FindingText() {}

  /** Returns the lower-case name of a rung, as in the configuration. */
  static String rung(Firing firing) {
    return firing.rung().name().toLowerCase(Locale.ROOT);
  }

  /** Returns what would let such a call pass. */
  static String remedy(Finding finding) {
    return finding.setting() + " above " + Math.max(finding.count(), finding.threshold());
  }
}
