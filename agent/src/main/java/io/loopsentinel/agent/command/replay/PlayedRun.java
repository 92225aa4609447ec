package io.loopsentinel.agent.command.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the engine saw in one run.
 *
 * @param tokensEstimated whether the tokens are estimated, for the file does not say
 * @param firings the findings in order
 * @param equalCalls how often each tool was called with the same arguments, at most; tools that
 *     never were called so twice are left out
 * @param decisions what was decided about each call; {@code null} unless it is of an audit log
 */
record PlayedRun(
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    int calls,
    long tokens,
    boolean tokensEstimated,
    List<Firing> firings,
    Map<String, Integer> equalCalls,
    @Nullable Decisions decisions) {

  /**
   * What was decided about each call of a run of an audit log: {@code run} or an action, and behind
   * a comma what was done about its result, if anything.
   *
   * @param now by this playback
   * @param recorded by the agent that wrote the log
   */
  record Decisions(List<String> now, List<String> recorded) {

    /** Returns the numbers of the calls that are decided differently. */
    List<Integer> different() {
      return IntStream.range(0, now.size())
          .filter(call -> !now.get(call).equals(recorded.get(call)))
          .boxed()
          .toList();
    }
  }

  /** Whether it is known to have solved its task. */
  boolean succeeded() {
    return Boolean.TRUE.equals(success);
  }

  /** Returns the findings of one detector. */
  List<Firing> firings(String detector) {
    return firings.stream().filter(firing -> firing.detector().equals(detector)).toList();
  }

  /** Returns the first finding, whatever its rung. */
  Optional<Firing> firstRung() {
    return firings.stream().findFirst();
  }

  /** Returns the first finding for which a call would not have run. */
  Optional<Firing> firstStop() {
    return firings.stream().filter(Firing::isStop).findFirst();
  }

  /** Returns how many calls follow the one of a finding. */
  int callsAfter(Firing firing) {
    return Math.max(0, calls - 1 - firing.call());
  }
}
