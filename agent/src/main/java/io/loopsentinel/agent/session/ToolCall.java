package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.detect.Call;
import io.loopsentinel.agent.fingerprint.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * A tool call to be judged. Holds the arguments until its outcome is known, and no longer than it
 * is held itself.
 */
public final class ToolCall {

  private final Call call;
  private final boolean overridden;
  private final @Nullable Object arguments;

  /**
   * Creates a call.
   *
   * @param overridden whether the tool has an override, and with it a history of its own
   */
  ToolCall(Call call, boolean overridden, @Nullable Object arguments) {
    this.call = call;
    this.overridden = overridden;
    this.arguments = arguments;
  }

  /** Returns the tool's name. */
  public String tool() {
    return call.tool();
  }

  /** Returns the call's identity. */
  public Fingerprint fingerprint() {
    return call.fingerprint();
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return call.policy();
  }

  /** Returns the same call without its arguments, to be remembered. */
  ToolCall withoutArguments() {
    return arguments == null ? this : new ToolCall(call, overridden, null);
  }

  Call call() {
    return call;
  }

  boolean overridden() {
    return overridden;
  }

  @Nullable Object arguments() {
    return arguments;
  }

  @Override
  public String toString() {
    return tool() + " " + fingerprint();
  }
}
