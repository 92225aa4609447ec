package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.text.Printable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a finding rests on. Immutable. */
public interface Evidence {

  /** Returns the words in which a finding is told. */
  Words words(Finding finding);

  /** Returns what would have been allowed. */
  default String threshold(Finding finding) {
    return String.valueOf(finding.threshold());
  }

  /** Returns how the results of the repetitions compare. */
  default ResultMatch results() {
    return ResultMatch.NOT_COMPARED;
  }

  /** Returns the similarity that was measured, from 0 to 1; {@code null} where none was. */
  default @Nullable Double similarity() {
    return null;
  }

  /**
   * The words in which a finding is told. Only the fact may hold arguments, results and model text.
   *
   * @param fact tells the model about its call what repeated, in one sentence
   * @param summary tells people what was found, in a phrase
   * @param basis says what the finding rests on, in a phrase
   * @param advice what the model is told to do
   */
  record Words(Function<DescribedCall, String> fact, String summary, String basis, Advice advice) {}

  /**
   * A call as it is described to the model that made it, in a text with room for so much of it.
   *
   * @param arguments gives the arguments as canonical JSON, fit to be shown; {@code null} if not to
   *     be quoted
   * @param dispatched false where the model asked for the call and nobody was seen to run it
   * @param quotes false where the text is to be short: the bare fact
   * @param maxLength characters of each name and quotation, at least 4
   */
  record DescribedCall(
      Supplier<@Nullable String> arguments, boolean dispatched, boolean quotes, int maxLength) {

    /** Returns the arguments, cut to what there is room for; {@code null} if not to be quoted. */
    @Nullable String shownArguments() {
      String given = quotes ? arguments.get() : null;
      return given == null ? null : cut(given);
    }

    /** Returns a name or a quotation, fit to be shown and cut to what there is room for. */
    String cut(String text) {
      return Printable.within(text, maxLength);
    }

    /** Returns a further sentence that quotes the arguments; empty where none is to. */
    String quotedArguments() {
      String shown = shownArguments();
      return shown == null || shown.isEmpty() ? "" : " The arguments of this call: " + shown + ".";
    }
  }

  /**
   * What the model is told to do instead of going on.
   *
   * @param first what it is told at first
   * @param brief the same in a few words, as a phrase that follows "do"
   * @param continueIf when what was found is no loop, for warnings: it is for the model to judge
   * @param alternative something else than the call, as a phrase that follows "do"; {@code null}
   *     where there is nothing to propose
   * @param takesSuggestion whether a configured suggestion may stand in the place of that
   * @param repetition what must not happen again, as a phrase that follows "if"
   */
  record Advice(
      String first,
      String brief,
      String continueIf,
      @Nullable String alternative,
      boolean takesSuggestion,
      String repetition) {

    private static final String SAME_CALL = "it is made once more";
    private static final String SAME_OUTCOME = "the same comes of the next ones";
    private static final String PROGRESS = "If this is progress, go on.";

    static Advice onCall(String first, String brief, String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, true, SAME_CALL);
    }

    static Advice onOutcome(String first, String brief, String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, true, SAME_OUTCOME);
    }

    /** Returns the advice about what is no matter of one tool. */
    static Advice onSession(String first, String brief, @Nullable String alternative) {
      return new Advice(first, brief, PROGRESS, alternative, false, SAME_CALL);
    }

    Advice withContinueIf(String noLoop) {
      return new Advice(
          first, brief, "If " + noLoop + ", go on.", alternative, takesSuggestion, repetition);
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
