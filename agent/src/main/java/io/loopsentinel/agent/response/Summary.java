package io.loopsentinel.agent.response;

import io.loopsentinel.agent.detect.Evidence;
import io.loopsentinel.agent.detect.Finding;

/** Tells people what was found: in logs and errors, without arguments and results. Stateless. */
public final class Summary {

  private Summary() {}

  /** Returns what was found, in a few words. */
  public static String fact(Finding finding) {
    int count = finding.count();
    return switch (finding.detector()) {
      case REPEAT -> "%s called again after %d matching calls".formatted(finding.tools(), count);
      case CYCLE -> "%s came round %d times in a row".formatted(finding.tools(), count);
      case ERROR ->
          "%s failed %d times running with the same error".formatted(finding.tools(), count);
      case STAGNATION ->
          "%s gave the same result %d times running".formatted(finding.tools(), count);
      case SIMILAR_CALLS ->
          "%s called %d times with the same or nearly the same arguments and the same result"
              .formatted(finding.tools(), count + 1);
      case SIMILAR_TURNS -> "the model said nearly the same %d times in a row".formatted(count + 1);
      case BUDGET -> finding.setting() + " is used up" + used(finding);
    };
  }

  /** Returns what would have been allowed. */
  public static String threshold(Finding finding) {
    return finding.evidence() instanceof Evidence.Spent spent
        ? spent.measure().format(spent.cap())
        : String.valueOf(finding.threshold());
  }

  private static String used(Finding finding) {
    return finding.evidence() instanceof Evidence.Spent spent
        ? " with " + spent.measure().format(spent.used())
        : "";
  }
}
