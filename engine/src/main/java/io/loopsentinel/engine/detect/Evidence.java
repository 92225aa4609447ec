package io.loopsentinel.engine.detect;

/** What a finding rests on, by the kind of its detector. */
public sealed interface Evidence {

  /**
   * Of {@code repeat} and {@code cycle}: how the results of the repetitions compare.
   *
   * @param match how they compare
   * @param equalInARow how many of the latest repetitions brought nothing new; those beyond the
   *     threshold may not be counted
   */
  record Results(ResultMatch match, int equalInARow) implements Evidence {}

  /**
   * Of {@code error}: what the failures said.
   *
   * @param line the line that tells it best; it holds what the tool wrote, so it is for the model
   *     only and stands in no log
   */
  record Failure(String line) implements Evidence {

    @Override
    public String toString() {
      return "Failure[line of " + line.length() + " characters]";
    }
  }

  /**
   * Of {@code stagnation}: the same result.
   *
   * @param ofOneCall whether the arguments were the same each time as well
   */
  record SameResult(boolean ofOneCall) implements Evidence {}

  /**
   * Of {@code similar_calls} and {@code similar_turns}.
   *
   * @param similarity the share of tokens that the most alike of those compared has in common, 0 to
   *     1
   */
  record Similarity(double similarity) implements Evidence {}

  /**
   * Of {@code budget}.
   *
   * @param measure what is capped
   * @param used how much of it the session has used
   * @param cap how much it may
   */
  record Spent(Measure measure, double used, double cap) implements Evidence {}
}
