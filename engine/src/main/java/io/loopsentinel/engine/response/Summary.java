package io.loopsentinel.engine.response;

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
        ? finding.evidence().summary(finding)
        : finding.evidence().summary(finding) + " [" + reason.strip().replaceAll("\\s+", " ") + "]";
  }

  /** Returns what would have been allowed. */
  public static String threshold(Finding finding) {
    return finding.evidence().threshold(finding);
  }
}
