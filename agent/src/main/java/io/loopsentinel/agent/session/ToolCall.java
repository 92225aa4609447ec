package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.fingerprint.Fingerprint;

/**
 * A tool call to be judged.
 *
 * @param tool the tool's name
 * @param fingerprint the call's identity
 * @param policy how the tool is judged
 * @param overridden whether the tool has an override, and with it a history of its own
 */
public record ToolCall(
    String tool, Fingerprint fingerprint, ToolPolicy policy, boolean overridden) {}
