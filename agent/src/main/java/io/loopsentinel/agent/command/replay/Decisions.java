package io.loopsentinel.agent.command.replay;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What was decided about each call of a run of an audit log: {@code run} or an action, and behind a
 * comma what was done about its result, if anything.
 *
 * @param now by this playback
 * @param then by the agent that wrote the log
 */
public record Decisions(List<String> now, List<String> then) {

  public Decisions {
    now = List.copyOf(now);
    then = List.copyOf(then);
  }

  /** Returns the numbers of the calls that are decided differently. */
  public List<Integer> different() {
    return IntStream.range(0, now.size())
        .filter(call -> !now.get(call).equals(then.get(call)))
        .boxed()
        .toList();
  }
}
