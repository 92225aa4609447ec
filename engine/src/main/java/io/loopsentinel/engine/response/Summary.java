package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.detect.Finding;
import org.jspecify.annotations.Nullable;

/** Tells people what was found: in logs and errors, without arguments and results. Stateless. */
public final class Summary {

  private Summary() {}

  /**
   * Returns what was found, in a few words.
   *
   * @param reason why the tool's override exists, as its author wrote; absent: nothing is said
   */
  public static String fact(Finding finding, @Nullable String reason) {
    return reason == null
        ? fact(finding)
        : fact(finding) + " [" + reason.strip().replaceAll("\\s+", " ") + "]";
  }

  private static String fact(Finding finding) {
    int count = finding.count();
    return switch (finding.detector()) {
      case REPEAT ->
          finding.tools()
              + " called again after "
              + Numbers.of(String.valueOf(count), "matching call");
      case CYCLE -> finding.tools() + " came round " + Numbers.times(count) + " in a row";
      case ERROR ->
          count == 1
              ? finding.tools() + " failed"
              : "%s failed %d times running with the same error".formatted(finding.tools(), count);
      case STAGNATION ->
          "%s gave the same result %s running".formatted(finding.tools(), Numbers.times(count));
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
