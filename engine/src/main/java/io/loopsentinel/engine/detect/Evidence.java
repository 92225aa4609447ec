package io.loopsentinel.engine.detect;

import org.jspecify.annotations.Nullable;

/**
 * What a finding rests on, and the words in which it is told. Immutable.
 *
 * <p>Sentences end with a full stop, phrases do not.
 */
public interface Evidence {

  /**
   * Tells the model what repeated, in one sentence.
   *
   * @param call the call that the finding is about
   */
  String fact(Finding finding, DescribedCall call);

  /** Tells people what was found, in a phrase without arguments, results and model text. */
  String summary(Finding finding);

  /** Says what the finding rests on, in a phrase without arguments, results and model text. */
  String basis();

  /** Tells the model what to do instead of going on. */
  String advice();

  /**
   * Proposes to the model something else than the call, as a phrase that follows "do".
   *
   * @param tool the tool's name
   * @return {@code null} where there is nothing to propose
   */
  @Nullable String alternative(String tool);

  /** Returns whether a configured suggestion may stand in the place of {@link #alternative}. */
  default boolean takesSuggestion() {
    return true;
  }

  /** Says what must not happen again, as a phrase that follows "if". */
  default String repetition() {
    return "it is made once more";
  }

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
}
