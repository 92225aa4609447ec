package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.fingerprint.Fingerprint;

/**
 * A tool call as detectors see it.
 *
 * @param tool the tool's name
 * @param fingerprint the call's identity
 * @param policy how the tool is judged
 * @param policyPath where that stands in the configuration: {@code default}, {@code overrides.x}
 */
public record Call(String tool, Fingerprint fingerprint, ToolPolicy policy, String policyPath) {

  /** Returns the path of one of the policy's settings. */
  String setting(String key) {
    return policyPath + "." + key;
  }
}
