package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The policy for one tool: {@code default}, or an entry of {@code overrides} completed from {@code
 * default}.
 *
 * @param limits how often calls may run
 * @param escalation the ladder, if configured
 * @param exempt whether calls of the tool are not judged
 * @param identity the arguments that identify a call
 * @param results the members of JSON results that do not count
 * @param command the name of the argument that holds a command line, if configured
 */
public record ToolPolicy(
    Limits limits,
    @Nullable Ladder escalation,
    Texts texts,
    boolean exempt,
    IdentityRule identity,
    IdentityRule results,
    @Nullable String command) {

  /**
   * How often calls may run.
   *
   * @param threshold the number of equal calls that run before the next is a finding; 0 switches
   *     {@code repeat} off
   * @param thresholdWithProgress the same for calls whose every result was new; 0 as above
   * @param windowSize the number of recorded calls to look at, at least 1
   * @param progress whether results count
   * @param maxCalls the maximum number of calls, equal or not, if configured
   * @param before what happens before each call, if configured
   * @param effect the effect that happens once, if configured
   * @param reuse when an equal call gets the earlier result instead of a run, if configured
   */
  public record Limits(
      int threshold,
      int thresholdWithProgress,
      int windowSize,
      Progress progress,
      @Nullable MaxCalls maxCalls,
      @Nullable Gate before,
      @Nullable Effect effect,
      @Nullable Reuse reuse) {

    public Limits {
      if (threshold < 0 || thresholdWithProgress < 0 || windowSize < 1) {
        throw new IllegalArgumentException(
            "expected thresholds from 0 and a window from 1, found %s, %s and %s"
                .formatted(threshold, thresholdWithProgress, windowSize));
      }
    }

    /** Creates limits of repeated calls alone. */
    public Limits(int threshold, int thresholdWithProgress, int windowSize, Progress progress) {
      this(threshold, thresholdWithProgress, windowSize, progress, null, null, null, null);
    }

    /** Returns whether a call is judged even if its session cannot be. */
    public boolean areGated() {
      return before != null || effect != null;
    }
  }

  /**
   * The reuse of results of tools that only read.
   *
   * @param ttl the time after the beginning of a call in which its result is reused
   * @param per the calls that share results: {@code session}, {@code global}, or the name of a
   *     label
   * @param invalidatedBy the tools whose calls may change the results
   * @param onlyOnRung whether a call gets a result only at the rung {@link Action#REUSE}
   */
  public record Reuse(Duration ttl, String per, List<Glob> invalidatedBy, boolean onlyOnRung) {

    public Reuse {
      invalidatedBy = List.copyOf(invalidatedBy);
    }
  }

  /**
   * The maximum number of calls of each tool.
   *
   * @param n the number of calls that may run, at least 1; at most 1,000 within a time
   * @param within the time in which they are counted; {@code null} for the whole session
   */
  public record MaxCalls(int n, @Nullable Duration within) {

    /** Maximum number of calls within a time, because the time of each is kept. */
    public static final int MAX_WITHIN = 1_000;

    public MaxCalls {
      if (n < 1) {
        throw new IllegalArgumentException("expected a maximum from 1, found " + n);
      }
      if (within != null && n > MAX_WITHIN) {
        throw new IllegalArgumentException("expected at most 1000 calls within a time, found " + n);
      }
    }
  }

  /**
   * The texts for the model.
   *
   * @param message the template of the hint, if configured
   * @param style the length of hints and warnings without a template
   * @param suggest the alternative that the second hint proposes, if configured
   * @param reason why the override exists, shown with findings
   */
  public record Texts(
      @Nullable String message,
      MessageStyle style,
      @Nullable String suggest,
      @Nullable String reason) {}

  /** Whether a repeated call with changing results has a higher threshold. */
  public enum Progress {
    /** Calls with changing results count towards {@code threshold_with_progress}. */
    AWARE,
    /** Only arguments are compared. */
    IGNORE
  }

  /** The amount of detail in a text for the model. */
  public enum MessageStyle {
    /** The finding and one piece of advice, in about 200 characters. */
    TERSE,
    /** The finding with its calls and results, and advice. */
    EVIDENCE,
    /** As {@link #EVIDENCE}, with alternatives known from the session. */
    ALTERNATIVES
  }

  /** A name in braces in a message template, such as {@code {tool}}. */
  public enum Placeholder {
    TOOL,
    /** The number of matching calls that have run. */
    COUNT,
    /** The number of matching calls that may run. */
    THRESHOLD,
    /** The call's arguments as canonical JSON, cut to a readable length. */
    ARGS,
    /** The tool names of the loop in order. */
    CYCLE,
    /** The override's {@code reason}. */
    REASON,
    SUGGEST,
    SESSION;

    /** A possible placeholder; group 1 is its name. Unknown names are plain text. */
    public static final Pattern PATTERN = Pattern.compile("\\{([a-z_]+)}");

    public static Optional<Placeholder> named(String name) {
      return Arrays.stream(values())
          .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }

  public static final ToolPolicy DEFAULT =
      new ToolPolicy(
          new Limits(3, 10, 10, Progress.AWARE),
          null,
          new Texts(null, MessageStyle.ALTERNATIVES, null, null),
          false,
          IdentityRule.ALL_ARGUMENTS,
          IdentityRule.ALL_ARGUMENTS,
          null);

  public ToolPolicy withLimits(Limits other) {
    return new ToolPolicy(other, escalation, texts, exempt, identity, results, command);
  }

  public ToolPolicy withEscalation(@Nullable Ladder other) {
    return new ToolPolicy(limits, other, texts, exempt, identity, results, command);
  }
}
