package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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
final class Score {

  private final List<String> found = new ArrayList<>();
  private final List<Miss> missed = new ArrayList<>();
  private final List<FalseAlarm> falseAlarms = new ArrayList<>();
  private final List<Integer> delays = new ArrayList<>();
  private int saved;
  private int honestStopped;

  /** A run whose loops were not found. */
  record Miss(String run, List<Labels.Loop> loops) {}

  /** A finding where there is no loop. */
  record FalseAlarm(String run, int call, String detector, @JsonIgnore String tool) {}

  /** Compares the findings of one run. */
  void add(Labels.Run label, List<Firing> firings) {
    honestStopped +=
        (int)
            firings.stream()
                .filter(Firing::isStop)
                .map(Firing::call)
                .distinct()
                .filter(label.honestCalls()::contains)
                .count();
    List<Labels.Loop> loops = label.sureLoops();
    if (!firings.isEmpty() && countsFirst(label, loops, firings.get(0))) {
      return;
    }
    if (!loops.isEmpty()) {
      missed.add(new Miss(label.id(), loops));
    }
  }

  /** Returns whether the first finding has found a loop, or is a false alarm. */
  private boolean countsFirst(Labels.Run label, List<Labels.Loop> loops, Firing first) {
    int call = first.call();
    for (Labels.Loop loop : loops) {
      if (loop.holds(call)) {
        found.add(label.id());
        delays.add(call - loop.evident());
        saved += loop.last() - call;
        return true;
      }
    }
    boolean beforeAll = loops.stream().allMatch(loop -> call < loop.first());
    boolean falseAlarm = beforeAll && (!loops.isEmpty() || label.loops().isEmpty());
    if (falseAlarm) {
      falseAlarms.add(new FalseAlarm(label.id(), call, first.detector(), first.tool()));
    }
    return falseAlarm;
  }

  /** Returns the runs whose loop was found. */
  List<String> found() {
    return List.copyOf(found);
  }

  List<Miss> missed() {
    return List.copyOf(missed);
  }

  List<FalseAlarm> falseAlarms() {
    return List.copyOf(falseAlarms);
  }

  /** Returns how late the middle one of the found loops was found, in calls. */
  OptionalDouble medianDelay() {
    int size = delays.size();
    return delays.stream()
        .sorted()
        .skip(Math.max(0, size - 1) / 2)
        .limit(size % 2 == 0 ? 2 : 1)
        .mapToInt(delay -> delay)
        .average();
  }

  /** Returns how many calls of the found loops follow the finding. */
  int saved() {
    return saved;
  }

  /** Returns how many calls of honest repeats would not have run. */
  int honestStopped() {
    return honestStopped;
  }

  /** Returns what is written as JSON. */
  @JsonValue
  Map<String, Object> figures() {
    OptionalDouble median = medianDelay();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("found", found.size());
    figures.put("missed", missed.stream().map(Miss::run).toList());
    figures.put("false_alarms", falseAlarms);
    figures.put("median_delay", median.isPresent() ? median.getAsDouble() : null);
    figures.put("calls_saved", saved);
    figures.put("honest_calls_stopped", honestStopped);
    return figures;
  }
}
