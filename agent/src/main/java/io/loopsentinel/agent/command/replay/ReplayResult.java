package io.loopsentinel.agent.command.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a replay measured.
 *
 * @param main under the configuration asked for
 * @param other under the one it is compared with
 * @param sweep under the values of a setting
 * @param curves under all thresholds at once at 2, 3, ...; for the plot
 * @param proposal what to change
 * @param brokenLines how many lines held no run
 */
public record ReplayResult(
    Measurement main,
    @Nullable Measurement other,
    @Nullable Sweep sweep,
    List<Measurement> curves,
    @Nullable Proposal proposal,
    long brokenLines) {

  public ReplayResult {
    curves = List.copyOf(curves);
  }

  /**
   * The values of one setting.
   *
   * @param setting its path
   * @param points one measurement for each value, named by it
   */
  public record Sweep(String setting, List<Measurement> points) {

    public Sweep {
      points = List.copyOf(points);
    }
  }

  /**
   * Overrides, and what they would change.
   *
   * @param suggestions the overrides
   * @param applied under the configuration with them; {@code null} where there are none
   */
  public record Proposal(Suggestions suggestions, @Nullable Measurement applied) {}
}
