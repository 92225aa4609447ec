package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * How findings of one kind compare with what readers say about the same runs; {@code
 * docs/replay.md} tells what counts as found, missed and false.
 *
 * @param found the runs whose loop was found
 * @param medianDelay how late the middle one of them was found, in calls
 * @param saved how many calls of the found loops follow the finding
 * @param honestStopped how many calls of honest repeats would not have run
 */
record Score(
    List<String> found,
    List<Miss> missed,
    List<FalseAlarm> falseAlarms,
    OptionalDouble medianDelay,
    int saved,
    int honestStopped) {

  /** A run, and what a reader says about it. */
  record LabelledRun(Labels.Run label, PlayedRun run) {}

  /** A run whose loops were not found. */
  record Miss(String run, List<Labels.Loop> loops) {}

  /** A finding where there is no loop. */
  record FalseAlarm(String run, int call, String detector, @JsonIgnore String tool) {}

  /** Compares the findings of a kind with the labels of their runs. */
  static Score of(List<LabelledRun> runs, Predicate<Firing> kind) {
    List<String> found = new ArrayList<>();
    List<Miss> missed = new ArrayList<>();
    List<FalseAlarm> falseAlarms = new ArrayList<>();
    List<Integer> delays = new ArrayList<>();
    int saved = 0;
    int honestStopped = 0;
    for (LabelledRun each : runs) {
      Labels.Run label = each.label();
      List<Labels.Loop> loops = label.sureLoops();
      List<Firing> firings = each.run().firings().stream().filter(kind).toList();
      honestStopped += honestStopped(label, firings);
      Optional<Firing> first = firings.stream().findFirst();
      Optional<Labels.Loop> loop =
          first.flatMap(firing -> loops.stream().filter(l -> l.holds(firing.call())).findFirst());
      if (first.isPresent() && loop.isPresent()) {
        found.add(label.id());
        delays.add(first.get().call() - loop.get().evident());
        saved += loop.get().last() - first.get().call();
      } else if (first.isPresent() && label.isBeforeLoops(first.get().call())) {
        falseAlarms.add(falseAlarm(label, first.get()));
      } else if (!loops.isEmpty()) {
        missed.add(new Miss(label.id(), loops));
      }
    }
    return new Score(found, missed, falseAlarms, median(delays), saved, honestStopped);
  }

  private static int honestStopped(Labels.Run label, List<Firing> firings) {
    return (int)
        firings.stream()
            .filter(Firing::isStop)
            .map(Firing::call)
            .distinct()
            .filter(label.honestCalls()::contains)
            .count();
  }

  private static FalseAlarm falseAlarm(Labels.Run label, Firing firing) {
    return new FalseAlarm(label.id(), firing.call(), firing.detector(), firing.tool());
  }

  private static OptionalDouble median(List<Integer> values) {
    int size = values.size();
    return values.stream()
        .sorted()
        .skip(Math.max(0, size - 1) / 2)
        .limit(size % 2 == 0 ? 2 : 1)
        .mapToInt(value -> value)
        .average();
  }

  /** Returns what is written as JSON. */
  @JsonValue
  Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("found", found.size());
    figures.put("missed", missed.stream().map(Miss::run).toList());
    figures.put("false_alarms", falseAlarms);
    figures.put("median_delay", medianDelay.isPresent() ? medianDelay.getAsDouble() : null);
    figures.put("calls_saved", saved);
    figures.put("honest_calls_stopped", honestStopped);
    return figures;
  }
}
