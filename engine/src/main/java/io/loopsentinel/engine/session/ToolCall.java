package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.ToolRules;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.GlobMap;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A tool call to be judged. Immutable; holds the application's arguments, if any.
 *
 * @param tool the tool's name, cut to a length that may be remembered
 * @param rule how the tool is judged, and where that is configured
 * @param fingerprint the call's identity
 * @param words the words of the arguments; of none where only their identity is known
 * @param isComparable whether the arguments are within the bounds up to which they are read. A call
 *     beyond them equals no other
 * @param arguments any object; {@code null} where they are not known
 * @param attribution whose it is
 */
public record ToolCall(
    String tool,
    ToolRules.Rule rule,
    Fingerprint fingerprint,
    WordSet words,
    boolean isComparable,
    @Nullable Object arguments,
    Attribution attribution) {

  /** No framework allows longer names; a longer one, which a model invented, is cut. */
  private static final int LONGEST_NAME = 256;

  private static final int KEPT = GlobMap.MAX_NAME_LENGTH;

  /** Cuts the name of the tool: sessions remember it. */
  public ToolCall {
    tool = tool.length() <= LONGEST_NAME ? tool : cut(tool);
  }

  /** Returns the beginning of a long name with its length and a hash of the whole. */
  private static String cut(String name) {
    int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return "%s... (%d characters, #%08x)"
        .formatted(name.substring(0, end), name.length(), name.hashCode());
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return rule.policy();
  }

  /** Returns whether it is the same call as another. */
  public boolean isSameAs(ToolCall other) {
    return fingerprint.equals(other.fingerprint);
  }

  Call at(long time, int response) {
    return new Call(tool, rule, fingerprint, time, response);
  }

  /** Returns the same call, to be remembered. */
  ToolCall withoutArguments() {
    return new ToolCall(tool, rule, fingerprint, WordSet.EMPTY, isComparable, null, attribution);
  }

  /** Returns the same call of somebody else. */
  public ToolCall attributed(Attribution other) {
    return new ToolCall(tool, rule, fingerprint, words, isComparable, arguments, other);
  }

  @Override
  public String toString() {
    return tool + " " + fingerprint;
  }
}
