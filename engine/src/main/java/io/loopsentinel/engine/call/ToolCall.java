package io.loopsentinel.engine.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.GlobMap;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A tool call to be judged. Immutable; holds the application's arguments, if any.
 *
 * @param tool the tool's name, cut to a bounded length
 * @param rule the settings for the tool, and where they come from
 * @param words the words of the arguments; empty if only their identity is known
 * @param isComparable whether the arguments are within the bounds up to which they are read. A call
 *     beyond them equals no other
 * @param arguments any object; {@code null} if unknown
 * @param form what the arguments say about the kind of call
 */
public record ToolCall(
    String tool,
    ToolRules.Rule rule,
    Fingerprint fingerprint,
    WordSet words,
    boolean isComparable,
    @Nullable Object arguments,
    Attribution attribution,
    CallForm form) {

  /** Maximum length of a name. Frameworks allow no longer ones; models may invent them. */
  private static final int MAX_NAME_LENGTH = 256;

  private static final int KEPT = GlobMap.MAX_NAME_LENGTH;

  /** Cuts the name of the tool, because sessions keep it. */
  public ToolCall {
    tool = tool.length() <= MAX_NAME_LENGTH ? tool : cut(tool);
  }

  /** Returns the beginning of a long name with its length and a hash of the whole. */
  private static String cut(String name) {
    int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return "%s... (%s characters, #%08x)"
        .formatted(name.substring(0, end), name.length(), name.hashCode());
  }

  public ToolPolicy policy() {
    return rule.policy();
  }

  /** Returns whether another call has the same identity. */
  public boolean isSameAs(ToolCall other) {
    return fingerprint.equals(other.fingerprint);
  }

  /** Returns the same call without its arguments and their words. */
  public ToolCall withoutArguments() {
    return new ToolCall(
        tool, rule, fingerprint, WordSet.EMPTY, isComparable, null, attribution, form);
  }

  public ToolCall attributed(Attribution other) {
    return new ToolCall(tool, rule, fingerprint, words, isComparable, arguments, other, form);
  }

  @Override
  public String toString() {
    return tool + " " + fingerprint;
  }
}
