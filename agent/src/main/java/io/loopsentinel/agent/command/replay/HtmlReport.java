package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.loopsentinel.agent.command.ReportJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One page with plots that needs nothing else: no network, no other file.
 *
 * <p>It holds no arguments, results or model text.
 */
final class HtmlReport {

  /** Where in their run findings lie is counted in twentieths of its length. */
  private static final int BINS = 20;

  private static final int MOST_RUNS = 200;
  private static final int MOST_FINDINGS = 1_000;

  private HtmlReport() {}

  /** A run to be drawn. */
  private record Strip(
      String file,
      String id,
      int calls,
      boolean solved,
      List<List<Object>> findings,
      List<List<Integer>> loops,
      @JsonIgnore int callsAfter) {}

  /**
   * Returns the page.
   *
   * @param labels what readers say about the runs; drawn beside the findings
   */
  static String of(Replay replay, @Nullable Map<String, Label> labels) throws IOException {
    // The flagged runs with the most calls after their first finding come first.
    List<Strip> strips =
        replay.runs().stream()
            .flatMap(run -> run.firstRung().stream().map(first -> strip(run, first, labels)))
            .sorted(Comparator.comparingInt(Strip::callsAfter).reversed().thenComparing(Strip::id))
            .toList();
    Measurements measurements = replay.measurements();
    Map<String, @Nullable Object> data = new HashMap<>();
    data.put("detectors", Firing.DETECTORS);
    data.put("figures", measurements.main());
    data.put("comparison", measurements.other());
    if (measurements.sweep() != null) {
      data.put("sweep_setting", measurements.sweep().setting());
      data.put("sweep", measurements.sweep().points());
    }
    data.put("curves", measurements.curves());
    data.put("positions", positions(replay.runs()));
    data.put("strips", strips.stream().limit(MOST_RUNS).toList());
    data.put("dropped", Math.max(0, strips.size() - MOST_RUNS));
    return asset("report.html")
        .replace("/*style*/", asset("report.css"))
        .replace("/*script*/", asset("report.js"))
        // So that no name ends the script element.
        .replace("/*data*/", ReportJson.MAPPER.writeValueAsString(data).replace("<", "\\u003c"));
  }

  private static Map<String, int[]> positions(List<PlayedRun> runs) {
    Map<String, int[]> positions = new HashMap<>();
    for (PlayedRun run : runs) {
      for (Firing firing : run.firings()) {
        int bin = (int) ((long) firing.call() * BINS / Math.max(1, run.calls()));
        positions
            .computeIfAbsent(firing.detector(), name -> new int[BINS])[Math.min(bin, BINS - 1)]++;
      }
    }
    return positions;
  }

  private static Strip strip(PlayedRun run, Firing first, @Nullable Map<String, Label> labels) {
    Label label = labels == null ? null : labels.get(run.id());
    return new Strip(
        run.file(),
        run.id(),
        run.calls(),
        run.succeeded(),
        run.firings().stream().limit(MOST_FINDINGS).map(HtmlReport::mark).toList(),
        Stream.ofNullable(label)
            .flatMap(each -> each.loops().stream())
            .map(loop -> List.of(loop.first(), loop.evident(), loop.last()))
            .toList(),
        run.callsAfter(first));
  }

  private static List<Object> mark(Firing firing) {
    return List.of(
        firing.call(),
        firing.detector(),
        Firing.name(firing.rung()),
        firing.tool(),
        firing.finding().count());
  }

  private static String asset(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the agent's jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
