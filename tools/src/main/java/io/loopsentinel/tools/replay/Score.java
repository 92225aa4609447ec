package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of findings of one kind with the labels of the same runs, serialized to JSON as it
 * is. {@code docs/replay.md} defines found, missed and false.
 *
 * @param loops number of loops with a finding, whether or not it is the first of its run
 * @param medianDelay median delay of the found loops, in calls; {@code null} if none was found
 * @param saved number of calls of the found loops after the finding
 * @param honestStopped number of honest repeats that would have been stopped
 */
record Score(
    int found,
    @JsonProperty("loops_found") long loops,
    List<Miss> missed,
    List<FalseAlarm> falseAlarms,
    @Nullable Double medianDelay,
    @JsonProperty("calls_saved") int saved,
    @JsonProperty("honest_calls_stopped") long honestStopped) {

  record LabelledRun(Label label, PlayedRun run) {}

  /** A run whose loops, described in {@code loops}, were not found. */
  record Miss(@JsonValue String run, String loops) {}

  record FalseAlarm(String run, int call, String detector, @JsonIgnore String tool) {}

  static Score of(List<LabelledRun> runs, Predicate<Firing> kind) {
    List<Miss> missed = new ArrayList<>();
    List<FalseAlarm> falseAlarms = new ArrayList<>();
    List<Integer> delays = new ArrayList<>();
    int saved = 0;
    long loopsFound = 0;
    long honestStopped = 0;
    for (LabelledRun labelled : runs) {
      Label label = labelled.label();
      List<Label.Loop> loops = label.confidentLoops();
      List<Firing> firings = labelled.run().firings().stream().filter(kind).toList();
      honestStopped +=
          firings.stream()
              .filter(Firing::isStop)
              .map(Firing::call)
              .distinct()
              .filter(label.honestCalls()::contains)
              .count();
      loopsFound +=
          loops.stream()
              .filter(each -> firings.stream().anyMatch(firing -> each.contains(firing.call())))
              .count();
      Firing first = firings.isEmpty() ? null : firings.get(0);
      Optional<Label.Loop> loop =
          loops.stream().filter(l -> first != null && l.contains(first.call())).findFirst();
      if (first != null && loop.isPresent()) {
        delays.add(first.call() - loop.get().evident());
        saved += loop.get().last() - first.call();
      } else if (first != null
          && (label.loops().isEmpty() || !loops.isEmpty())
          && loops.stream().allMatch(each -> first.call() < each.first())) {
        falseAlarms.add(new FalseAlarm(label.id(), first.call(), first.detector(), first.tool()));
      } else if (!loops.isEmpty()) {
        String text = loops.stream().map(Label.Loop::toString).collect(Collectors.joining(", "));
        missed.add(new Miss(label.id(), text));
      }
    }
    return new Score(
        delays.size(), loopsFound, missed, falseAlarms, median(delays), saved, honestStopped);
  }

  private static @Nullable Double median(List<Integer> values) {
    int size = values.size();
    Collections.sort(values);
    return size == 0 ? null : (values.get((size - 1) / 2) + values.get(size / 2)) / 2.0;
  }
}
