package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How one tool is judged: {@code default}, or an entry of {@code overrides} with what it leaves out
 * taken from {@code default}.
 *
 * @param threshold equal calls that run before the next is a finding; 0 switches {@code repeat} off
 * @param thresholdWithProgress the same where each call brought another result; 0 as above
 * @param windowSize how many recorded calls are looked at, at least 1
 * @param progress whether results count
 * @param escalation the ladder, where {@code default} or the override names one
 * @param message the template of the hint, where one is named
 * @param messageStyle how much hints and warnings tell where no template is named
 * @param exempt whether the tool is left alone altogether
 * @param identity which arguments make two calls the same
 * @param suggest what the second hint proposes instead of this tool, where named
 * @param reason why the override exists, for whoever reads a finding
 */
public record ToolPolicy(
    int threshold,
    int thresholdWithProgress,
    int windowSize,
    Progress progress,
    @Nullable Ladder escalation,
    @Nullable String message,
    MessageStyle messageStyle,
    boolean exempt,
    IdentityRule identity,
    @Nullable String suggest,
    @Nullable String reason) {

  /** Whether a repeated call whose result changes is judged more patiently. */
  public enum Progress {
    /** Results are compared; a changing one counts towards {@code threshold_with_progress}. */
    AWARE,
    /** Arguments alone decide. */
    IGNORE
  }

  /** How much a text to the model tells. */
  public enum MessageStyle {
    /** What was found and one advice, in about 200 characters. */
    TERSE,
    /** What was found, with the calls and what they gave, and what to do. */
    EVIDENCE,
    /** The same, and what else the session knows that could be done. */
    ALTERNATIVES
  }

  /** What may stand in braces in a message template: {@code {tool}}, {@code {count}} and so on. */
  public enum Placeholder {
    /** The tool's name. */
    TOOL,
    /** How many matching calls have run. */
    COUNT,
    /** How many may run. */
    THRESHOLD,
    /** The call's arguments as canonical JSON, cut to a readable length. */
    ARGS,
    /** The tool names of the loop in order. */
    CYCLE,
    /** The override's {@code reason}. */
    REASON,
    /** The tool's {@code suggest}. */
    SUGGEST,
    /** The session's key. */
    SESSION;

    /** A placeholder in a text; group 1 is its name. Braces around anything else are text. */
    public static final Pattern PATTERN = Pattern.compile("\\{([a-z_]+)}");

    /** Returns the placeholder of a name, if there is one. */
    public static Optional<Placeholder> named(String name) {
      return Arrays.stream(values())
          .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }

  /** What holds where the configuration says nothing. */
  public static final ToolPolicy DEFAULT =
      new ToolPolicy(
          3,
          10,
          10,
          Progress.AWARE,
          null,
          null,
          MessageStyle.ALTERNATIVES,
          false,
          IdentityRule.ALL_ARGUMENTS,
          null,
          null);
}
