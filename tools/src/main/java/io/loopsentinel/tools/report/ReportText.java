package io.loopsentinel.tools.report;

import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.report.Usage.Measure;
import io.loopsentinel.tools.support.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** Prints a report for people. */
record ReportText(PrintWriter out, UsageReport report) {

  private static final int MAX_ROWS = 20;

  void write() {
    String days = report.from() + (report.from().equals(report.to()) ? "" : " to " + report.to());
    out.println(
        Ansi.AUTO.string("@|bold " + days + "|@")
            + " (%s), %s".formatted(report.zone(), Numbers.of(report.lines(), "line"))
            + (report.brokenLines() == 0 ? "" : ", " + report.brokenLines() + " skipped"));
    report.notes().forEach(out::println);
    report.by().forEach(this::table);
    if (!report.loops().isEmpty()) {
      out.print("\n" + loops());
    }
    report.spikes().forEach(spike -> out.println(Ansi.AUTO.string("@|bold,red spike|@ ") + spike));
    out.println("\n" + report.saved());
  }

  private void table(String dimension, Map<String, Usage> usages) {
    if (usages.isEmpty()) {
      return;
    }
    Usage total = new Usage();
    usages.values().forEach(total::add);
    TextTable<Entry<String, Usage>> table =
        new TextTable<Entry<String, Usage>>().left(dimension, Entry::getKey);
    for (Measure measure : total.sums().keySet()) {
      if (measure != Measure.PRICED_TURNS && measure != Measure.COUNTED_TURNS) {
        table.right(measure.text().replace('_', '\n'), row -> formatted(row.getValue(), measure));
      }
    }
    if (dimension.equals("session")) {
      table.left(
          "pods", row -> String.join(", ", report.pods().getOrDefault(row.getKey(), Set.of())));
    }
    List<Entry<String, Usage>> first = usages.entrySet().stream().limit(MAX_ROWS).toList();
    String others =
        usages.size() > MAX_ROWS ? "all, with %s more".formatted(usages.size() - MAX_ROWS) : "all";
    out.print("\n" + table.of(first, List.of(Map.entry(others, total))));
  }

  private static String formatted(Usage usage, Measure measure) {
    return measure == Measure.COST_USD && usage.sums().containsKey(Measure.PRICED_TURNS)
        ? Numbers.dollars(usage.of(measure))
        : Numbers.countOrNone(usage.of(measure).longValue());
  }

  private String loops() {
    return new TextTable<Loops.Trend>()
        .left("loops of agent", Loops.Trend::agent)
        .left("in tool", Loops.Trend::tool)
        .right(
            "the last\n7 days",
            row -> row.lastDays().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .count("this\nweek", Loops.Trend::thisWeek)
        .right("a week\nbefore", row -> Numbers.median(row.usualWeek()))
        .of(report.loops().stream().limit(MAX_ROWS).toList(), List.of());
  }
}
