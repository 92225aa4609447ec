package io.loopsentinel.engine.finding;

import com.dynatrace.hash4j.hashing.Hashing;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A loop that a detector found.
 *
 * @param loop the loop; further findings of it climb its ladder
 * @param count the number of occurrences. For {@code repeat}: the matching calls before this one,
 *     in the window or in a streak of them, or of blocks with one, that began before it. For {@code
 *     cycle}: the copies of the block, including this call's. For others: the consecutive outcomes
 *     or turns, including those before earlier findings of the same streak
 * @param cycle the tool names of the loop in order; one if a single call repeats, none if it is
 *     about model turns
 * @param evidence the facts behind it and the texts that describe it
 * @param setting the path of the setting that would have allowed this with a larger value
 */
public record Finding(
    Loop loop, int count, int threshold, List<String> cycle, Evidence evidence, String setting) {

  public Finding {
    cycle = List.copyOf(cycle);
  }

  /**
   * The identity of a loop; equal for two findings of the same loop.
   *
   * @param subject what repeats; for {@code repeat}, the fingerprint of the call
   */
  public record Loop(String detector, Fingerprint subject) {

    /** Returns the loop of a tool that keeps having the same outcome. */
    public static Loop ofTool(String detector, String tool, long key) {
      long name = Hashing.komihash5_0().hashCharsToLong(tool);
      return new Loop(detector, new Fingerprint(name, key, 0, 0));
    }

    public boolean hasKey(long key) {
      return subject.b() == key;
    }

    // What the JVM generates for a record is linked when it is first used, in a guarded call.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Loop that
          && detector.equals(that.detector)
          && subject.equals(that.subject);
    }

    @Override
    public int hashCode() {
      return 31 * detector.hashCode() + subject.hashCode();
    }
  }

  /** Returns the same finding with other texts and facts. */
  public Finding with(Evidence other) {
    return new Finding(loop, count, threshold, cycle, other, setting);
  }

  public String detector() {
    return loop.detector();
  }

  /** Returns the tool names of the loop for a message, printable on one line. */
  public String tools() {
    return cycle.stream().map(Printable::name).collect(Collectors.joining(" -> "));
  }

  /** Returns the tool names of the loop for a message to the model, as numbered calls. */
  public String numberedTools() {
    return IntStream.range(0, cycle.size())
        .mapToObj(i -> "(%s) %s".formatted(i + 1, Printable.name(cycle.get(i))))
        .collect(Collectors.joining(", "));
  }

  /** Returns {@link #tools} cut to 60 characters. */
  public String shortTools() {
    return Printable.within(tools(), 60);
  }

  /**
   * Returns the path of the narrowest setting to raise to allow this: if {@code default} decided
   * about one tool, that of an override for the tool.
   */
  public String narrowestSetting() {
    return cycle.size() == 1
        ? setting.replaceFirst("^default(?=\\.)", Matcher.quoteReplacement("overrides." + tools()))
        : setting;
  }

  public Evidence.Words words() {
    return evidence.words(this);
  }

  /** Returns whether it is about a budget, in which case the session need not be in a loop. */
  public boolean isOfBudget() {
    return budget() != null;
  }

  /** Returns whether it is about a loop or a cap, and not about the tool alone. */
  public boolean isOfLoop() {
    return evidence.isOfLoop();
  }

  public boolean isWarningOfBudget() {
    return evidence.warning();
  }

  /** Returns the budget that is spent, or nearly so; {@code null} if it is about none. */
  public @Nullable Budget budget() {
    return evidence.budget();
  }

  /** Returns whether a budget is spent that several sessions may share. */
  public boolean isOfSharedBudget() {
    Budget budget = budget();
    return budget != null && !evidence.warning() && !budget.per().equals(Budget.SESSION);
  }

  /** Returns whether it was already reported that this budget is spent, with the same cap. */
  public boolean isReported() {
    return evidence.reported();
  }

  public ResultMatch results() {
    return evidence.results();
  }

  /** Returns the threshold, for a message. */
  public String limit() {
    return evidence.threshold(this);
  }
}
