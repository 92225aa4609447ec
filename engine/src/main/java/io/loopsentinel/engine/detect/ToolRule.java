package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.ToolPolicy;

/**
 * How the calls of a tool are judged.
 *
 * @param policy the policy
 * @param path the path of the policy in the configuration: {@code default}, {@code overrides.x}
 * @param overridden whether an override names the tool; such a tool keeps a history of its own,
 *     apart from that of all others
 */
public record ToolRule(ToolPolicy policy, String path, boolean overridden) {

  /** Returns the path of one of the policy's settings. */
  String setting(String key) {
    return path + "." + key;
  }
}
