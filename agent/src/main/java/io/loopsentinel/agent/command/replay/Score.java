package io.loopsentinel.agent.command.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How findings of one kind compare with what a reader says about the same runs.
 *
 * <p>In each run the first finding counts. It <em>found</em> a loop where its call lies in one, and
 * then the delay is the number of calls since that loop was evident, below zero where it came
 * before, and what it <em>saved</em> is the number of calls of that loop after it. It is a
 * <em>false alarm</em> where it comes before every loop, or the run has none. A run with only loops
 * the reader is unsure of is neither. An honest repeat is <em>stopped</em> where any finding would
 * have kept one of its calls from running.
 */
public final class Score {

  private final List<String> found = new ArrayList<>();
  private final List<Miss> missed = new ArrayList<>();
  private final List<FalseAlarm> falseAlarms = new ArrayList<>();
  private final List<Integer> delays = new ArrayList<>();
  private int saved;
  private int honestStopped;

  /**
   * A run whose loops were not found.
   *
   * @param run the run's name
   * @param loops where they are
   */
  public record Miss(String run, List<LabelledRun.Loop> loops) {}

  /**
   * A finding where there is no loop.
   *
   * @param run the run's name
   * @param firing the finding
   */
  public record FalseAlarm(String run, Firing firing) {}

  /** Compares the findings of one run; the first of them counts. */
  void add(LabelledRun label, PlayedRun run, List<Firing> firings) {
    List<LabelledRun.Loop> loops = label.sureLoops();
    if (firings.isEmpty()) {
      miss(label, loops);
    } else {
      compare(label, run, loops, firings.get(0));
    }
    Set<Integer> stopped = new HashSet<>();
    firings.stream().filter(Firing::isStop).forEach(firing -> stopped.add(firing.call()));
    stopped.retainAll(label.honestCalls());
    honestStopped += stopped.size();
  }

  private void compare(
      LabelledRun label, PlayedRun run, List<LabelledRun.Loop> loops, Firing first) {
    int call = first.call();
    for (LabelledRun.Loop loop : loops) {
      if (loop.holds(call)) {
        found.add(label.id());
        delays.add(call - loop.evident());
        saved += loop.last() - call;
        return;
      }
    }
    boolean beforeAll = loops.stream().allMatch(loop -> call < loop.first());
    if (beforeAll && (!loops.isEmpty() || label.loops().isEmpty())) {
      falseAlarms.add(new FalseAlarm(run.id(), first));
    } else {
      miss(label, loops);
    }
  }

  private void miss(LabelledRun label, List<LabelledRun.Loop> loops) {
    if (!loops.isEmpty()) {
      missed.add(new Miss(label.id(), loops));
    }
  }

  /** Returns the runs whose loop was found. */
  public List<String> found() {
    return Collections.unmodifiableList(found);
  }

  /** Returns the runs whose loops were not found. */
  public List<Miss> missed() {
    return Collections.unmodifiableList(missed);
  }

  /** Returns the findings where there is no loop. */
  public List<FalseAlarm> falseAlarms() {
    return Collections.unmodifiableList(falseAlarms);
  }

  /** Returns how late the middle one of the found loops was found, in calls. */
  public OptionalDouble medianDelay() {
    if (delays.isEmpty()) {
      return OptionalDouble.empty();
    }
    List<Integer> sorted = delays.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return OptionalDouble.of(
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0);
  }

  /** Returns how many calls of the found loops follow the finding. */
  public int saved() {
    return saved;
  }

  /** Returns how many calls of honest repeats would not have run. */
  public int honestStopped() {
    return honestStopped;
  }
}
