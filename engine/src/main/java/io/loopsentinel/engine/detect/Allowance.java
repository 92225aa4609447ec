package io.loopsentinel.engine.detect;

/**
 * How many outcomes in a row are a finding, and which setting says so.
 *
 * <p>A tool whose override lets it make the same call more often may bring the same as often: a
 * poll is as allowed to stand still as it is to be repeated.
 *
 * @param threshold the count from which a row is a finding
 * @param setting the path of the setting
 */
record Allowance(int threshold, String setting) {

  /** Returns what a tool is allowed: the detector's own, or its override's where that is looser. */
  static Allowance of(String tool, int own, String ownSetting, OverrideThresholds overrides) {
    int overridden = overrides.threshold(tool);
    return overridden > own
        ? new Allowance(overridden, overrides.setting(tool))
        : new Allowance(own, ownSetting);
  }
}
