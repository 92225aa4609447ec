package io.loopsentinel.it.scenario;

import io.loopsentinel.ToolLoopError;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the caller of a run got to catch.
 *
 * @param classes the classes of it, from the outermost wrapper to the root cause
 * @param loops the error of Loop Sentinel that is found in it; at most one
 */
public record Failure(List<String> classes, List<Loop> loops) {

  /** Returns a failure as data. */
  public static Failure of(Throwable failure) {
    return new Failure(
        Stream.iterate(failure, each -> each != null, Throwable::getCause)
            .map(each -> each.getClass().getName())
            .toList(),
        ToolLoopError.findIn(failure).stream().map(Loop::of).toList());
  }
}
