package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that was judged, and its result once that is known.
 *
 * <p>Holds no arguments and no text of the application. Not thread-safe: its session guards it.
 */
public final class Call {

  private final String tool;
  private final ToolRule rule;
  private final Fingerprint fingerprint;
  private final long time;
  private final int response;
  private final boolean comparable;
  private @Nullable CallResult result;

  /**
   * Creates a call whose result is not known yet.
   *
   * @param tool the tool's name
   * @param rule how the tool is judged
   * @param fingerprint the call's identity
   * @param time when the call was judged, in milliseconds since the epoch
   * @param response the number of the model's response that asked for it, see {@link Responses}
   * @param comparable whether its arguments were read as a whole
   */
  public Call(
      String tool,
      ToolRule rule,
      Fingerprint fingerprint,
      long time,
      int response,
      boolean comparable) {
    this.tool = tool;
    this.rule = rule;
    this.fingerprint = fingerprint;
    this.time = time;
    this.response = response;
    this.comparable = comparable;
  }

  /** Returns the tool's name. */
  public String tool() {
    return tool;
  }

  /** Returns the call's identity. */
  public Fingerprint fingerprint() {
    return fingerprint;
  }

  /** Returns when the call was judged. */
  public Instant time() {
    return Instant.ofEpochMilli(time);
  }

  /** Returns how the tool is judged, and where that is configured. */
  ToolRule rule() {
    return rule;
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return rule.policy();
  }

  /** Returns the path of a setting of the tool's policy. */
  String setting(String key) {
    return rule.setting(key);
  }

  /** Returns the number of the model's response that asked for it. */
  public int response() {
    return response;
  }

  /** Returns whether both calls were asked for in one response of the model. */
  boolean isOfSameResponse(Call other) {
    return response != Responses.UNKNOWN && response == other.response;
  }

  /** Returns whether its arguments were read as a whole, so that they can be compared. */
  boolean isComparable() {
    return comparable;
  }

  /** Returns the result, or {@code null} while the call runs or where its target has none. */
  @Nullable CallResult result() {
    return result;
  }

  /** Sets the result. */
  public void complete(CallResult brought) {
    result = brought;
  }

  /** Returns whether this is the same call of the same tool with the same arguments. */
  boolean isSameAs(Call other) {
    return fingerprint.equals(other.fingerprint);
  }
}
