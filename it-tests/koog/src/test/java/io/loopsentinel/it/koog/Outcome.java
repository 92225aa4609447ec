package io.loopsentinel.it.koog;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.model.ModelLog;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a scenario.
 *
 * @param dispatch how the tool was executed
 * @param behaviour what the model did
 * @param toolRuns how often the tool was executed
 * @param loopRuns how often with the arguments that a looping model repeats
 * @param log what the model has seen
 * @param answers its answers
 * @param failures the failures that came in the place of answers
 */
record Outcome(
    Dispatch dispatch,
    ModelBehaviour behaviour,
    int toolRuns,
    int loopRuns,
    ModelLog log,
    List<String> answers,
    List<Failure> failures) {

  /**
   * What the caller of a run got to catch.
   *
   * @param classes the classes of it, from the outermost wrapper to the root cause
   * @param loops the error of Loop Sentinel that is found in it; at most one
   */
  record Failure(List<String> classes, List<Loop> loops) {

    static Failure of(Throwable failure) {
      return new Failure(
          Stream.iterate(failure, each -> each != null, Throwable::getCause)
              .map(each -> each.getClass().getName())
              .toList(),
          ToolLoopError.findIn(failure).stream()
              .map(e -> new Loop(e.status(), e.tool(), e.count(), e.detector()))
              .toList());
    }
  }

  /**
   * A {@link ToolLoopError} as data.
   *
   * @param status as in the error
   * @param tool as in the error
   * @param count as in the error
   * @param detector as in the error
   */
  record Loop(ToolLoopError.Status status, String tool, int count, String detector) {}
}
