package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.benchmarks.report.Goal;
import io.loopsentinel.benchmarks.report.Row;
import io.loopsentinel.benchmarks.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the launches of one application come to. */
final class SeriesTables {

  /** The most that this agent may add to a program that has no use for it, in milliseconds. */
  private static final double MAX_OF_A_SMALL_PROGRAM = 30;

  private static final String UNIT = "ms";

  private final Series series;

  SeriesTables(Series series) {
    this.series = series;
  }

  Map<String, List<Row>> all() {
    String title = series.application().title();
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    tables.put(title + ": processor time", times(Launch::cpu));
    tables.put(title + ": time on the clock", times(Launch::wall));
    tables.put(title + ": processor time over the no-op agent", overNoOp(Launch::cpu, true));
    tables.put(title + ": time on the clock over the no-op agent", overNoOp(Launch::wall, false));
    if (!series.application().isSmall()) {
      tables.put(title + ": processor time over Loop Sentinel", overThisAgent());
    }
    return tables;
  }

  private List<Row> times(ToDoubleFunction<Launch> figure) {
    List<Row> rows = new ArrayList<>();
    for (Variant variant : series.variants()) {
      rows.add(row(variant, series.spread(variant, figure), Goal.none()));
    }
    return rows;
  }

  private List<Row> overNoOp(ToDoubleFunction<Launch> figure, boolean goals) {
    List<Row> rows = new ArrayList<>();
    for (Variant variant : series.variants()) {
      if (variant.role() != Variant.Role.NO_OP) {
        Goal goal =
            goals && series.application().isSmall() && variant.role() == Variant.Role.THIS_AGENT
                ? Goal.atMost(MAX_OF_A_SMALL_PROGRAM)
                : Goal.none();
        rows.add(row(variant, series.over(Variant.Role.NO_OP, variant, figure), goal));
      }
    }
    return rows;
  }

  /** Whoever does something at all should add more. */
  private List<Row> overThisAgent() {
    List<Row> rows = new ArrayList<>();
    for (Variant variant : series.variants()) {
      if (variant.role() == Variant.Role.PEER) {
        Spread more = series.over(Variant.Role.THIS_AGENT, variant, Launch::cpu);
        rows.add(row(variant, more, Goal.atLeast(0)));
      }
    }
    return rows;
  }

  private static Row row(Variant variant, Spread spread, Goal goal) {
    return new Row(variant.title(), spread, UNIT, goal);
  }
}
