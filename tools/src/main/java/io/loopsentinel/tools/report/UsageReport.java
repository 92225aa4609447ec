package io.loopsentinel.tools.report;

import static java.util.stream.Collectors.toMap;

import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.report.AuditUsage.Slot;
import io.loopsentinel.tools.report.Usage.Measure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The report of some days, serialized to JSON as it is; {@code docs/report.md} describes it.
 *
 * @param version raised when a member changes its meaning or is removed, not when one is added
 * @param by sums by tool, label and so on, then by their values, the most expensive first
 * @param pods the pods of each session; empty without a table of sessions
 * @param notes data that the files do not contain, and the settings that add it
 */
record UsageReport(
    String format,
    int version,
    String zone,
    String from,
    String to,
    long lines,
    long brokenLines,
    Usage total,
    Map<String, Map<String, Usage>> by,
    Map<String, Set<String>> pods,
    List<Loops.Trend> loops,
    List<String> spikes,
    String saved,
    List<String> notes) {

  private static final Comparator<Entry<String, Usage>> BY_COST_DESCENDING =
      Comparator.comparing((Entry<String, Usage> each) -> each.getValue().of(Measure.COST_USD))
          .thenComparing(each -> each.getValue().of(Measure.CALLS))
          .reversed()
          .thenComparing(Entry::getKey);

  static UsageReport of(AuditUsage usage, Collection<String> names, LocalDate from, LocalDate to) {
    Map<Slot, Usage> sums = usage.sums();
    Map<Slot, Usage> within = new HashMap<>(sums);
    within.keySet().removeIf(slot -> slot.day().isBefore(from) || slot.day().isAfter(to));
    Usage total = new Usage();
    within.values().forEach(total::add);
    Map<String, Map<String, Usage>> by = new LinkedHashMap<>();
    (names.isEmpty() ? usual(within) : names).forEach(each -> by.put(each, by(within, each)));
    Set<String> ofSpikes = new LinkedHashSet<>(names);
    ofSpikes.retainAll(usage.labels());
    ofSpikes.add(AuditUsage.AGENT);
    Loops loops = new Loops(sums, ofSpikes, from, to);
    return new UsageReport(
        "loop-sentinel-report",
        1,
        usage.zone.getId(),
        from.toString(),
        to.toString(),
        usage.lines,
        usage.broken,
        total,
        by,
        pods(within),
        loops.trends(),
        loops.spikes(),
        saved(total),
        notes(total, by, usage.labels()));
  }

  /** Returns the names to show sums of if none is asked for. */
  private static List<String> usual(Map<Slot, Usage> sums) {
    boolean oneJvm =
        sums.keySet().stream().map(slot -> slot.of(AuditUsage.POD)).distinct().count() < 2;
    List<String> usual =
        List.of(
            AuditUsage.AGENT, AuditUsage.USER, AuditUsage.TOOL, AuditUsage.MODEL, AuditUsage.POD);
    return oneJvm ? usual.subList(0, usual.size() - 1) : usual;
  }

  private static Map<String, Set<String>> pods(Map<Slot, Usage> sums) {
    Map<String, Set<String>> pods = new TreeMap<>();
    for (Slot slot : sums.keySet()) {
      String session = slot.names().get(AuditUsage.SESSION);
      if (session != null) {
        pods.computeIfAbsent(session, any -> new TreeSet<>()).add(slot.of(AuditUsage.POD));
      }
    }
    return pods;
  }

  private static Map<String, Usage> by(Map<Slot, Usage> sums, String name) {
    Map<String, Usage> usages = new HashMap<>();
    sums.forEach(
        (slot, usage) -> {
          // Turns have no tool, and calls have no model.
          if (switch (name) {
            case AuditUsage.TOOL -> !slot.of(name).equals(AuditUsage.NONE);
            case AuditUsage.MODEL -> usage.sums().containsKey(Measure.TURNS);
            default -> true;
          }) {
            usages.computeIfAbsent(slot.of(name), any -> new Usage()).add(usage);
          }
        });
    return usages.entrySet().stream()
        .sorted(BY_COST_DESCENDING)
        .collect(toMap(Entry::getKey, Entry::getValue, (one, other) -> one, LinkedHashMap::new));
  }

  private static String also(Usage total, Measure measure, String text, String noun) {
    long count = total.of(measure).longValue();
    return count == 0 ? "" : text.formatted(Numbers.of(count, noun));
  }

  /** Estimates as the live page does: each stopped call saves one average turn of the model. */
  private static String saved(Usage total) {
    BigDecimal calls = total.of(Measure.STOPPED);
    BigDecimal turns = total.of(Measure.COUNTED_TURNS).max(BigDecimal.ONE);
    BigDecimal priced = total.of(Measure.PRICED_TURNS).max(BigDecimal.ONE);
    BigDecimal tokens = total.of(Measure.INPUT_TOKENS).add(total.of(Measure.OUTPUT_TOKENS));
    long each = tokens.divideToIntegralValue(turns).longValue();
    BigDecimal cost =
        total.of(Measure.COST_USD).multiply(calls).divide(priced, MathContext.DECIMAL64);
    String earlier =
        also(total, Measure.REUSED, "; %s got an earlier result again", "call")
            + also(total, Measure.NOT_REPEATED, "; %s not repeated", "effect");
    if (calls.signum() == 0) {
      return "no call was stopped" + earlier;
    }
    return "saved, by a low estimate, "
        + Numbers.of(calls.longValue(), "call")
        + (each == 0
            ? ""
            : " and "
                + Numbers.of(
                    calls
                        .multiply(BigDecimal.valueOf(each))
                        .min(BigDecimal.valueOf(Long.MAX_VALUE))
                        .longValue(),
                    "token"))
        + (cost.signum() == 0 ? "" : ", worth " + Numbers.dollars(cost))
        + (each == 0 ? "" : ", at " + Numbers.of(each, "token") + " a turn of the model")
        + earlier;
  }

  private static List<String> notes(
      Usage total, Map<String, Map<String, Usage>> by, Set<String> labels) {
    List<String> notes = new ArrayList<>();
    if (total.sums().isEmpty()) {
      notes.add("these files contain nothing of these days");
      return notes;
    }
    if (!total.sums().containsKey(Measure.TURNS)) {
      notes.add("no costs in these files: set telemetry.costs: true");
    } else if (!total.sums().containsKey(Measure.PRICED_TURNS)) {
      notes.add("no dollars: budget.prices names none of the models");
    }
    if (!total.sums().containsKey(Measure.CALLS)) {
      notes.add("no calls in these files, only findings: set telemetry.audit.calls: true");
    }
    by.forEach(
        (name, usages) -> {
          boolean isLabel = labels.contains(name);
          if (usages.keySet().equals(Set.of(AuditUsage.NONE))
              && (isLabel || name.equals(AuditUsage.MODEL))) {
            String key = isLabel ? "labels." + name : name;
            notes.add("no %s is known: set %s in the targets".formatted(name, key));
          }
        });
    return notes;
  }
}
