package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How findings of one kind compare with what readers say about the same runs, written as JSON as it
 * is; {@code docs/replay.md} tells what counts as found, missed and false.
 *
 * @param found in how many runs the loop was found
 * @param medianDelay how late the middle one of them was found, in calls; {@code null} if none was
 * @param saved how many calls of the found loops follow the finding
 * @param honestStopped how many calls of honest repeats would not have run
 */
record Score(
    int found,
    List<Miss> missed,
    List<FalseAlarm> falseAlarms,
    @Nullable Double medianDelay,
    @JsonProperty("calls_saved") int saved,
    @JsonProperty("honest_calls_stopped") long honestStopped) {

  /** A run, and what a reader says about it. */
  record LabelledRun(Label label, PlayedRun run) {}

  /** A run whose loops were not found. */
  record Miss(@JsonValue String run, List<Label.Loop> loops) {}

  /** A finding where there is no loop. */
  record FalseAlarm(String run, int call, String detector, @JsonIgnore String tool) {}

  /** Compares the findings of a kind with the labels of their runs. */
  static Score of(List<LabelledRun> runs, Predicate<Firing> kind) {
    List<Miss> missed = new ArrayList<>();
    List<FalseAlarm> falseAlarms = new ArrayList<>();
    List<Integer> delays = new ArrayList<>();
    int saved = 0;
    long honestStopped = 0;
    for (LabelledRun each : runs) {
      Label label = each.label();
      List<Label.Loop> loops = label.sureLoops();
      List<Firing> firings = each.run().firings().stream().filter(kind).toList();
      honestStopped +=
          firings.stream()
              .filter(Firing::isStop)
              .map(Firing::call)
              .distinct()
              .filter(label.honestCalls()::contains)
              .count();
      Firing first = firings.isEmpty() ? null : firings.get(0);
      Optional<Label.Loop> loop =
          loops.stream().filter(l -> first != null && l.holds(first.call())).findFirst();
      if (first != null && loop.isPresent()) {
        delays.add(first.call() - loop.get().evident());
        saved += loop.get().last() - first.call();
      } else if (first != null && isBeforeLoops(label, first.call())) {
        falseAlarms.add(new FalseAlarm(label.id(), first.call(), first.detector(), first.tool()));
      } else if (!loops.isEmpty()) {
        missed.add(new Miss(label.id(), loops));
      }
    }
    return new Score(delays.size(), missed, falseAlarms, median(delays), saved, honestStopped);
  }

  /** Returns whether a call lies before all loops that count, or there is no loop at all. */
  private static boolean isBeforeLoops(Label label, int call) {
    List<Label.Loop> sure = label.sureLoops();
    return sure.isEmpty()
        ? label.loops().isEmpty()
        : sure.stream().allMatch(loop -> call < loop.first());
  }

  private static @Nullable Double median(List<Integer> values) {
    int size = values.size();
    Collections.sort(values);
    return size == 0 ? null : (values.get((size - 1) / 2) + values.get(size / 2)) / 2.0;
  }
}
