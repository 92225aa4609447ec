package io.loopsentinel.tools.report;

import io.loopsentinel.tools.report.AuditUsage.Slot;
import io.loopsentinel.tools.report.Usage.Measure;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Loops by day, including the weeks before the last day of a report. */
record Loops(Map<Slot, Usage> sums, LocalDate to) {

  private static final int WEEK = 7;
  private static final int MAX_WEEKS = 4;

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
    Map<List<String>, TreeMap<LocalDate, Long>> loops = new HashMap<>();
    sums.forEach(
        (slot, usage) ->
            loops
                .computeIfAbsent(
                    List.of(slot.of(AuditUsage.AGENT), slot.of(AuditUsage.TOOL)),
                    any -> new TreeMap<>())
                .merge(slot.day(), usage.of(Measure.LOOPS).longValue(), Long::sum));
    return loops.entrySet().stream()
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

  private String daysBefore(long days) {
    return to.minusDays(days).toString();
  }

  private static long sum(Collection<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
