package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.ToolRule;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.ArgumentSketch;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/** A tool call to be judged. Immutable; holds the application's arguments, if any. */
public final class ToolCall {

  private final String tool;
  private final ToolRule rule;
  private final Fingerprint fingerprint;
  private final ArgumentSketch sketch;
  private final boolean comparable;
  private final @Nullable Object arguments;

  ToolCall(
      String tool,
      ToolRule rule,
      Fingerprint fingerprint,
      ArgumentSketch sketch,
      boolean comparable,
      @Nullable Object arguments) {
    this.tool = tool;
    this.rule = rule;
    this.fingerprint = fingerprint;
    this.sketch = sketch;
    this.comparable = comparable;
    this.arguments = arguments;
  }

  /** Returns the tool's name. */
  public String tool() {
    return tool;
  }

  /** Returns the call's identity. */
  public Fingerprint fingerprint() {
    return fingerprint;
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return rule.policy();
  }

  /**
   * Returns whether the arguments are within the bounds up to which they are read. A call beyond
   * them equals no other.
   */
  public boolean isComparable() {
    return comparable;
  }

  /** Returns whether it is the same call as another. */
  public boolean isSameAs(ToolCall other) {
    return fingerprint.equals(other.fingerprint);
  }

  /** Returns the words of the arguments; of none where only their identity is known. */
  ArgumentSketch sketch() {
    return sketch;
  }

  @Nullable Object arguments() {
    return arguments;
  }

  /** Returns the call to be kept in a history. */
  Call at(long time, int response) {
    return new Call(tool, rule, fingerprint, time, response, comparable);
  }

  /** Returns the same call, to be remembered. */
  ToolCall withoutArguments() {
    return new ToolCall(tool, rule, fingerprint, ArgumentSketch.EMPTY, comparable, null);
  }

  @Override
  public String toString() {
    return tool + " " + fingerprint;
  }
}
