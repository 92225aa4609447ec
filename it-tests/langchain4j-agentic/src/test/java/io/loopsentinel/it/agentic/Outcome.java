package io.loopsentinel.it.agentic;

import io.loopsentinel.ToolLoopError;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of calling an agent.
 *
 * @param scenario which one
 * @param runs how often what may loop was run, for all users together
 * @param requests how many requests the models have answered
 * @param answer the agent's answer, where there is one
 * @param failures the classes of what it failed with, from the outermost wrapper to the root cause
 * @param loop the tool of the error of Loop Sentinel among them
 */
record Outcome(
    Scenario scenario,
    int runs,
    int requests,
    @Nullable String answer,
    List<String> failures,
    @Nullable String loop) {

  static Outcome answered(Scenario scenario, int runs, int requests, @Nullable Object answer) {
    return new Outcome(scenario, runs, requests, String.valueOf(answer), List.of(), null);
  }

  static Outcome failed(Scenario scenario, int runs, int requests, Throwable failure) {
    List<String> failures =
        Stream.iterate(failure, e -> e != null, Throwable::getCause)
            .map(e -> e.getClass().getName())
            .toList();
    String loop = ToolLoopError.findIn(failure).map(ToolLoopError::tool).orElse(null);
    return new Outcome(scenario, runs, requests, null, failures, loop);
  }
}
