package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import org.jspecify.annotations.Nullable;

/**
 * How one tool is judged: {@code default}, or an entry of {@code overrides} with what it leaves out
 * taken from {@code default}.
 *
 * @param threshold equal calls that run before the next is a finding; 0 switches {@code repeat} off
 * @param thresholdWithProgress the same where each call brought another result; 0 as above
 * @param windowSize how many recorded calls are looked at, at least 1
 * @param progress whether results count
 * @param escalation the ladder, where {@code default} or the override names one
 * @param message the template of the hint, where one is named
 * @param exempt whether the tool is left alone altogether
 * @param identity which arguments make two calls the same
 * @param suggest what the second hint proposes instead of this tool, where named
 * @param reason why the override exists, for whoever reads a finding
 */
public record ToolPolicy(
    int threshold,
    int thresholdWithProgress,
    int windowSize,
    Progress progress,
    @Nullable Ladder escalation,
    @Nullable String message,
    boolean exempt,
    IdentityRule identity,
    @Nullable String suggest,
    @Nullable String reason) {

  /** What holds where the configuration says nothing. */
  public static final ToolPolicy DEFAULT =
      new ToolPolicy(
          3, 10, 10, Progress.AWARE, null, null, false, IdentityRule.ALL_ARGUMENTS, null, null);
}
