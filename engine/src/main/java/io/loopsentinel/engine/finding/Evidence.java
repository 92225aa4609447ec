package io.loopsentinel.engine.finding;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The facts behind a finding. Immutable. */
public interface Evidence {

  Words words(Finding finding);

  /** Returns the threshold, for a message. */
  default String threshold(Finding finding) {
    return String.valueOf(finding.threshold());
  }

  /** Returns whether it shows a loop, so that configured messages and ladders apply. */
  default boolean isOfLoop() {
    return true;
  }

  /** Returns how the results of the repetitions compare. */
  default ResultMatch results() {
    return ResultMatch.NOT_COMPARED;
  }

  /** Returns the calls of the loop in order; empty if not known. */
  default List<Fingerprint> steps() {
    return List.of();
  }

  /** Returns the budget that is used up, or nearly so; {@code null} if it is about none. */
  default @Nullable Budget budget() {
    return null;
  }

  /** Returns whether it only warns of a budget, so that the current call or turn is allowed. */
  default boolean warning() {
    return false;
  }

  /** Returns whether it was already reported that the budget is spent, with the same cap. */
  default boolean reported() {
    return false;
  }

  /** Returns the measured similarity, from 0 to 1; {@code null} if none was measured. */
  default @Nullable Double similarity() {
    return null;
  }

  /**
   * The texts that describe a finding. Only the fact may contain arguments, results and model text.
   *
   * @param fact says to the model that made a call what repeated, in one sentence
   * @param summary says to people what was found, in a phrase
   * @param basis says what the finding rests on, in a phrase
   */
  record Words(Function<DescribedCall, String> fact, String summary, String basis, Advice advice) {}

  /**
   * A call as described to the model that made it, in a text of limited length.
   *
   * @param arguments supplies the arguments as printable canonical JSON; {@code null} if not to be
   *     quoted
   * @param dispatched false if the model requested the call but it was not seen to run
   * @param quotes false if the text must be short: the bare fact
   * @param maxLength maximum characters of each name and quotation, at least 4
   */
  record DescribedCall(
      Supplier<@Nullable String> arguments, boolean dispatched, boolean quotes, int maxLength) {

    /** Returns the arguments, cut to the maximum length; {@code null} if not to be quoted. */
    public @Nullable String shownArguments() {
      String canonical = quotes ? arguments.get() : null;
      return canonical == null ? null : cut(canonical);
    }

    /** Returns a name or a quotation, made printable and cut to the maximum length. */
    public String cut(String text) {
      return Printable.within(text, maxLength);
    }

    /** Returns a further sentence that quotes the arguments; empty if they are not to be quoted. */
    public String quotedArguments() {
      String shown = shownArguments();
      return shown == null || shown.isEmpty() ? "" : " The arguments of this call: " + shown + ".";
    }
  }

  /**
   * What the model should do instead of continuing.
   *
   * @param first the advice at the first occurrence
   * @param brief the same in a few words, as a phrase that follows "do"
   * @param continueIf when the model may continue, for warnings: it judges whether this is a loop
   * @param alternative something else, as a phrase that follows "do"; {@code null} if there is none
   * @param allowsSuggestion whether a configured suggestion may replace the alternative
   * @param repetition what must not happen again, as a phrase that follows "if"
   */
  record Advice(
      String first,
      String brief,
      String continueIf,
      @Nullable String alternative,
      boolean allowsSuggestion,
      String repetition) {

    private static final String SAME_CALL = "it is made once more";
    private static final String SAME_OUTCOME = "the next calls end the same way";
    private static final String PROGRESS = "If this is progress, go on.";

    public static Advice onCall(String first, String brief, String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, true, SAME_CALL);
    }

    public static Advice onOutcome(String first, String brief, String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, true, SAME_OUTCOME);
    }

    /** Returns advice that does not concern one tool only. */
    public static Advice onSession(String first, String brief, @Nullable String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, false, SAME_CALL);
    }

    public Advice withContinueIf(String condition) {
      return new Advice(
          first, brief, "If " + condition + ", go on.", alternative, allowsSuggestion, repetition);
    }
  }

  /** Returns {@code once}, or {@code 3 times}. */
  static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /** Returns {@code 1 call}, or {@code 3 calls}. */
  static String quantity(String number, String noun) {
    return number + " " + (number.equals("1") ? noun : noun + "s");
  }
}
