package io.loopsentinel.benchmarks.startup;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Words the figures of some series: as Markdown for people, as JSON for programs. */
final class Report {

  private final List<Series> all;

  Report(List<Series> all) {
    this.all = all;
  }

  String markdown() {
    return all.stream().map(Report::table).collect(Collectors.joining("\n"));
  }

  String json() {
    return all.stream().map(Report::object).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  private static String table(Series series) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(series.application().title()).append("\n\n");
    text.append(
        "Milliseconds: median (min to max); the differences are those within a round.\n\n");
    text.append("| | wall | CPU | wall over no-op | CPU over no-op | CPU over no agent |\n");
    text.append("|---|---|---|---|---|---|\n");
    Variant none = series.variants().get(0);
    Variant noOp = series.variants().get(1);
    for (Variant variant : series.variants()) {
      text.append("| ").append(variant.title());
      cell(text, series.spread(variant, Launch::wall));
      cell(text, series.spread(variant, Launch::cpu));
      cell(text, series.over(noOp, variant, Launch::wall));
      cell(text, series.over(noOp, variant, Launch::cpu));
      cell(text, series.over(none, variant, Launch::cpu));
      text.append(" |\n");
    }
    return text.toString();
  }

  private static void cell(StringBuilder text, Spread spread) {
    text.append(" | ").append(spread.markdown());
  }

  private static String object(Series series) {
    return "{\"application\": \""
        + series.application().title()
        + "\", \"variants\": [\n"
        + series.variants().stream()
            .map(variant -> object(series, variant))
            .collect(Collectors.joining(",\n"))
        + "]}";
  }

  private static String object(Series series, Variant variant) {
    return "  {\"variant\": \""
        + variant.title()
        + "\", "
        + figures("wall_ms", series, variant, Launch::wall)
        + ", "
        + figures("cpu_ms", series, variant, Launch::cpu)
        + "}";
  }

  private static String figures(
      String key, Series series, Variant variant, ToDoubleFunction<Launch> figure) {
    return "\""
        + key
        + "\": "
        + series.spread(variant, figure).json()
        + ", \""
        + key
        + "_over_no_agent\": "
        + series.over(series.variants().get(0), variant, figure).json()
        + ", \""
        + key
        + "_over_no_op_agent\": "
        + series.over(series.variants().get(1), variant, figure).json();
  }
}
