package io.loopsentinel.agent.command.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the engine saw in one run.
 *
 * @param id the run's name
 * @param source where it comes from, if known
 * @param success whether it solved its task, if known
 * @param calls how many tools were called
 * @param tokens how many tokens it took
 * @param tokensEstimated whether these are estimated, for the file does not say
 * @param firings the findings in order
 * @param equalCalls how often each tool was called with the same arguments, at most; tools that
 *     never were called so twice are left out
 * @param decisions what was decided about each call; {@code null} unless it is of an audit log
 */
public record PlayedRun(
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    int calls,
    long tokens,
    boolean tokensEstimated,
    List<Firing> firings,
    Map<String, Integer> equalCalls,
    @Nullable Decisions decisions) {

  /** Creates a run that was played from a conversation. */
  public PlayedRun(
      String id,
      @Nullable String source,
      @Nullable Boolean success,
      int calls,
      long tokens,
      boolean tokensEstimated,
      List<Firing> firings,
      Map<String, Integer> equalCalls) {
    this(id, source, success, calls, tokens, tokensEstimated, firings, equalCalls, null);
  }

  public PlayedRun {
    firings = List.copyOf(firings);
    equalCalls = Map.copyOf(equalCalls);
  }

  /** Whether it is known to have solved its task. */
  public boolean succeeded() {
    return Boolean.TRUE.equals(success);
  }

  /** Returns the first finding, whatever its rung. */
  public Optional<Firing> firstRung() {
    return firings.stream().findFirst();
  }

  /** Returns the first finding for which a call would not have run. */
  public Optional<Firing> firstStop() {
    return firings.stream().filter(Firing::isStop).findFirst();
  }

  /** Returns how many calls follow the one of a finding. */
  public int callsAfter(Firing firing) {
    return Math.max(0, calls - 1 - firing.call());
  }
}
