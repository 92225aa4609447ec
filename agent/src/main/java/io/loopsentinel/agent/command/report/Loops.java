package io.loopsentinel.agent.command.report;

import io.loopsentinel.agent.command.report.AuditUsage.Dimension;
import io.loopsentinel.agent.command.report.AuditUsage.Slot;
import io.loopsentinel.agent.command.report.Usage.Measure;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loops by day and by hour, those of the weeks before a report included. */
record Loops(Map<Slot, Usage> sums, LocalDate from, LocalDate to) {

  private static final int WEEK = 7;
  private static final int MOST_WEEKS = 4;
  private static final int LEAST_SPIKE = 5;
  private static final int LEAST_FACTOR = 3;

  /**
   * Loops of an agent in a tool.
   *
   * @param days by day up to the last of the report
   * @param lastDays those of each of its last seven days
   * @param usualWeek the mean of four weeks before, or of as many as the logs hold; absent where
   *     they hold none
   */
  record Trend(
      String agent,
      String tool,
      Map<String, Long> days,
      List<Long> lastDays,
      @Nullable Double usualWeek) {

    long thisWeek() {
      return sum(lastDays);
    }
  }

  /** Returns those of each agent and tool, the most in the last week first. */
  List<Trend> trends() {
    LocalDate first = sums.keySet().stream().map(Slot::day).min(LocalDate::compareTo).orElse(to);
    long past = Math.max(0, (to.toEpochDay() + 1 - first.toEpochDay()) / WEEK - 1);
    long weeks = Math.min(MOST_WEEKS, past);
    return by(slot -> List.of(slot.of(Dimension.AGENT), slot.of(Dimension.TOOL)), Slot::day)
        .entrySet()
        .stream()
        .map(
            each -> {
              TreeMap<String, Long> days = new TreeMap<>();
              each.getValue()
                  .headMap(to, true)
                  .forEach((day, count) -> days.put(day.toString(), count));
              days.values().removeIf(count -> count == 0);
              Collection<Long> before =
                  days.subMap(before(WEEK * (weeks + 1) - 1), before(WEEK - 1)).values();
              return new Trend(
                  each.getKey().get(0),
                  each.getKey().get(1),
                  days,
                  IntStream.range(0, WEEK)
                      .mapToObj(i -> days.getOrDefault(before(WEEK - 1 - i), 0L))
                      .toList(),
                  weeks < 1 ? null : (double) sum(before) / weeks);
            })
        .filter(trend -> !trend.days().isEmpty())
        .sorted(Comparator.comparing(Trend::thisWeek).reversed().thenComparing(Trend::agent))
        .toList();
  }

  /** Returns in words the worst hour of each agent and tool that is far beyond its usual ones. */
  List<String> spikes() {
    return Stream.of(Dimension.AGENT, Dimension.TOOL)
        .flatMap(dimension -> by(slot -> slot.of(dimension), Slot::hour).entrySet().stream())
        .filter(each -> !each.getKey().equals(AuditUsage.NONE))
        .flatMap(each -> spike(each.getKey(), each.getValue()))
        .sorted()
        .toList();
  }

  private Stream<String> spike(String name, TreeMap<ZonedDateTime, Long> hours) {
    return hours.entrySet().stream()
        .filter(each -> !each.getKey().toLocalDate().isBefore(from))
        .filter(each -> !each.getKey().toLocalDate().isAfter(to))
        .max(Map.Entry.comparingByValue())
        .stream()
        .flatMap(
            worst -> {
              ZonedDateTime hour = worst.getKey();
              // Usual are the hours in which anything was logged of it; a day of them at the least.
              double usual =
                  hours.headMap(hour.minusDays(1), true).isEmpty()
                      ? Double.MAX_VALUE
                      : hours.subMap(hour.minusDays(WEEK * MOST_WEEKS), hour).values().stream()
                          .mapToLong(Long::longValue)
                          .average()
                          .orElse(0);
              return worst.getValue() < Math.max(LEAST_SPIKE, LEAST_FACTOR * usual)
                  ? Stream.empty()
                  : Stream.of(
                      "%s: %d loops an hour, usually %s (%s)"
                          .formatted(
                              name,
                              worst.getValue(),
                              usual < 0.5 ? "none" : Math.round(usual),
                              hour.toOffsetDateTime()));
            });
  }

  private <K, T> Map<K, TreeMap<T, Long>> by(Function<Slot, K> key, Function<Slot, T> time) {
    Map<K, TreeMap<T, Long>> loops = new HashMap<>();
    sums.forEach(
        (slot, usage) ->
            loops
                .computeIfAbsent(key.apply(slot), any -> new TreeMap<>())
                .merge(time.apply(slot), usage.of(Measure.LOOPS).longValue(), Long::sum));
    return loops;
  }

  private String before(long days) {
    return to.minusDays(days).toString();
  }

  private static long sum(Collection<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
