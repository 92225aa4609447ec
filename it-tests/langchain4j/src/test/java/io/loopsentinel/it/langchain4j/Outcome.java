package io.loopsentinel.it.langchain4j;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.model.ModelLog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of asking an assistant.
 *
 * @param scenario how its model behaved and its tool was executed
 * @param toolRuns how often its tool was executed, for all users together
 * @param loopRuns how often with the arguments that a looping model repeats
 * @param log what the model has seen
 * @param answer its answer, where there is one
 * @param failures the classes of what it failed with, from the outermost wrapper to the root cause
 * @param loop the error of Loop Sentinel among them
 */
record Outcome(
    Scenario scenario,
    int toolRuns,
    int loopRuns,
    ModelLog log,
    @Nullable String answer,
    List<String> failures,
    @Nullable Loop loop) {

  /**
   * A {@link ToolLoopError} as data.
   *
   * @param status as in the error
   * @param tool as in the error
   * @param count as in the error
   * @param detector as in the error
   */
  record Loop(ToolLoopError.Status status, String tool, int count, String detector) {}

  static Outcome answered(Scenario scenario, SearchTool tool, ModelLog log, String answer) {
    return new Outcome(scenario, tool.runs(), tool.runsOfLoop(), log, answer, List.of(), null);
  }

  static Outcome failed(Scenario scenario, SearchTool tool, ModelLog log, Throwable failure) {
    Optional<Loop> loop =
        ToolLoopError.findIn(failure)
            .map(e -> new Loop(e.status(), e.tool(), e.count(), e.detector()));
    List<String> failures =
        Stream.iterate(failure, e -> e != null, Throwable::getCause)
            .map(e -> e.getClass().getName())
            .toList();
    return new Outcome(
        scenario, tool.runs(), tool.runsOfLoop(), log, null, failures, loop.orElse(null));
  }
}
