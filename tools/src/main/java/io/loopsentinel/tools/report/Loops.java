package io.loopsentinel.tools.report;

import io.loopsentinel.tools.report.AuditUsage.Slot;
import io.loopsentinel.tools.report.Usage.Measure;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loops by day and by hour, including the weeks before the days of a report.
 *
 * @param labels the labels of which spikes are reported
 */
record Loops(Map<Slot, Usage> sums, Set<String> labels, LocalDate from, LocalDate to) {

  private static final int WEEK = 7;
  private static final int MAX_WEEKS = 4;
  private static final int MIN_SPIKE = 5;
  private static final int MIN_SPIKE_FACTOR = 3;

  /**
   * The loops of an agent in a tool.
   *
   * @param days loops by day, up to the last day of the report
   * @param lastDays loops on each of the last seven days of the report
   * @param usualWeek the mean of the four weeks before, or of as many as the logs cover; {@code
   *     null} if they cover none
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

  /** Returns the loops of each agent and tool, in descending order of the last week. */
  List<Trend> trends() {
    LocalDate first = sums.keySet().stream().map(Slot::day).min(LocalDate::compareTo).orElse(to);
    long available = Math.max(0, (to.toEpochDay() + 1 - first.toEpochDay()) / WEEK - 1);
    long weeks = Math.min(MAX_WEEKS, available);
    return by(slot -> List.of(slot.of(AuditUsage.AGENT), slot.of(AuditUsage.TOOL)), Slot::day)
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
                  days.subMap(daysBefore(WEEK * (weeks + 1) - 1), daysBefore(WEEK - 1)).values();
              return new Trend(
                  each.getKey().get(0),
                  each.getKey().get(1),
                  days,
                  IntStream.range(0, WEEK)
                      .mapToObj(i -> days.getOrDefault(daysBefore(WEEK - 1 - i), 0L))
                      .toList(),
                  weeks < 1 ? null : (double) sum(before) / weeks);
            })
        .filter(trend -> !trend.days().isEmpty())
        .sorted(Comparator.comparing(Trend::thisWeek).reversed().thenComparing(Trend::agent))
        .toList();
  }

  /** Returns descriptions of the worst hour of each tool and label far above its usual hours. */
  List<String> spikes() {
    return Stream.concat(Stream.of(AuditUsage.TOOL), labels.stream())
        .flatMap(
            name ->
                by(slot -> slot.of(name), Slot::hour).entrySet().stream()
                    .filter(each -> !each.getKey().equals(AuditUsage.NONE))
                    .flatMap(each -> spike(described(name, each.getKey()), each.getValue())))
        .sorted()
        .toList();
  }

  private static String described(String name, String value) {
    return Set.of(AuditUsage.AGENT, AuditUsage.TOOL).contains(name) ? value : name + " " + value;
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
              // Hours with logged lines count as usual; at least a day of them is required.
              double usual =
                  hours.headMap(hour.minusDays(1), true).isEmpty()
                      ? Double.MAX_VALUE
                      : hours.subMap(hour.minusDays(WEEK * MAX_WEEKS), hour).values().stream()
                          .mapToLong(Long::longValue)
                          .average()
                          .orElse(0);
              return worst.getValue() < Math.max(MIN_SPIKE, MIN_SPIKE_FACTOR * usual)
                  ? Stream.empty()
                  : Stream.of(
                      "%s: %s loops an hour, usually %s (%s)"
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

  private String daysBefore(long days) {
    return to.minusDays(days).toString();
  }

  private static long sum(Collection<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
