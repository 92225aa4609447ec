package io.loopsentinel.it.scenario;

import io.loopsentinel.it.model.ModelLog;
import java.util.List;

/**
 * What came of a scenario.
 *
 * @param dispatch the name of the way in which the tool was executed
 * @param behaviour the name of what the model did
 * @param toolRuns how often the tool was executed, for all users together
 * @param loopRuns how often with the arguments that a looping model repeats
 * @param log what the model has seen
 * @param answers its answers
 * @param failures the failures that came instead of answers
 */
public record Outcome(
    String dispatch,
    String behaviour,
    int toolRuns,
    int loopRuns,
    ModelLog log,
    List<String> answers,
    List<Failure> failures) {

  /** Returns the outcome of asking a model whose tool searches a library. */
  public static Outcome of(
      String dispatch, String behaviour, Library library, ModelLog log, Answers answers) {
    return new Outcome(
        dispatch,
        behaviour,
        library.searches(),
        library.searchesForLoops(),
        log,
        answers.answers(),
        answers.failures());
  }
}
