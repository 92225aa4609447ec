package io.loopsentinel.engine.detect;

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
 * A loop that a detector saw.
 *
 * @param loop which loop; further findings of it climb its ladder
 * @param count how often it was seen: of {@code repeat} the matching calls that ran before this
 *     one, in the window, or in an unbroken row of them, or of blocks with one, that began before
 *     it; of {@code cycle} the copies of the block, this call's included; of the others the
 *     outcomes or turns in a row, those before earlier findings of the same row included
 * @param threshold the count from which it is a finding
 * @param cycle the tool names of the loop in order; one where a single call repeats, none where it
 *     is about the model's turns
 * @param evidence what it rests on, and the words in which it is told
 * @param setting the path of the setting whose larger value would have let this pass
 */
public record Finding(
    Loop loop, int count, int threshold, List<String> cycle, Evidence evidence, String setting) {

  public Finding {
    cycle = List.copyOf(cycle);
  }

  /**
   * What makes two findings findings of one loop.
   *
   * @param detector the name of the detector that found it, as in the configuration
   * @param subject what repeats: for {@code repeat} the fingerprint of the call
   */
  public record Loop(String detector, Fingerprint subject) {

    /** Returns the loop of a tool that brings the same again and again. */
    static Loop ofTool(String detector, String tool, long key) {
      long name = Hashing.komihash5_0().hashCharsToLong(tool);
      return new Loop(detector, new Fingerprint(name, key, 0, 0));
    }

    boolean hasKey(long key) {
      return subject.b() == key;
    }
  }

  Finding with(Evidence other) {
    return new Finding(loop, count, threshold, cycle, other, setting);
  }

  /** Returns the name of the detector that saw it, as in the configuration. */
  public String detector() {
    return loop.detector();
  }

  /** Returns the tool names of the loop for a message, fit to be shown on one line. */
  public String tools() {
    return cycle.stream()
        .map(tool -> Printable.of(tool, Printable.NAME))
        .collect(Collectors.joining(" -> "));
  }

  /** Returns the tool names of the loop for a message to the model, as numbered calls. */
  String numberedTools() {
    return IntStream.range(0, cycle.size())
        .mapToObj(i -> "(%d) %s".formatted(i + 1, Printable.of(cycle.get(i), Printable.NAME)))
        .collect(Collectors.joining(", "));
  }

  /** Returns the same as {@link #tools} in at most 60 characters. */
  String shortTools() {
    return Printable.within(tools(), 60);
  }

  /**
   * Returns the path of the setting to raise where no more than this is to pass: where {@code
   * default} decided about one tool, that of an override for it.
   */
  public String narrowestSetting() {
    return cycle.size() == 1
        ? setting.replaceFirst("^default(?=\\.)", Matcher.quoteReplacement("overrides." + tools()))
        : setting;
  }

  /** Returns the words in which it is told. */
  public Evidence.Words words() {
    return evidence.words(this);
  }

  /** Returns whether the session has used up a budget, in which case it need not loop at all. */
  public boolean isOfBudget() {
    return detector().equals(BudgetDetector.NAME);
  }

  /** Returns whether it tells in time that a budget will be used up. */
  public boolean isWarningOfBudget() {
    return evidence instanceof BudgetDetector.Spent spent && spent.warning();
  }

  /** Returns the budget that is spent, or nearly so; {@code null} where it is about none. */
  public @Nullable Budget budget() {
    return evidence instanceof BudgetDetector.Spent spent ? spent.budget() : null;
  }

  /** Returns whether a budget is spent that several sessions may share. */
  public boolean isOfSharedBudget() {
    return evidence instanceof BudgetDetector.Spent spent
        && !spent.warning()
        && !spent.budget().per().equals(Budget.SESSION);
  }

  /** Returns whether it was reported before that this budget is spent, with the same cap. */
  public boolean isReported() {
    return evidence instanceof BudgetDetector.Spent spent && spent.reported();
  }

  /** Returns how the results of the repetitions compare, where it is about them. */
  public ResultMatch results() {
    return evidence.results();
  }

  /** Returns what would have been allowed, for a message. */
  public String limit() {
    return evidence.threshold(this);
  }
}
