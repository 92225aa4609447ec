package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes one page with plots that needs nothing else: no network, no other file.
 *
 * <p>It holds no arguments, results or model text.
 */
final class HtmlReport implements Report {

  /** Where in their run findings lie is counted in twentieths of its length. */
  private static final int BINS = 20;

  private static final int MOST_RUNS = 200;
  private static final int MOST_FINDINGS = 1_000;

  private static final Comparator<Strip> BY_CALLS_AFTER =
      Comparator.comparingInt(Strip::callsAfter).reversed().thenComparing(Strip::id);

  private final Writer out;
  private final @Nullable Labels labels;
  private final Map<String, int[]> positions = new HashMap<>();

  /** The flagged runs with the most calls after their first finding. */
  private final PriorityQueue<Strip> strips = new PriorityQueue<>(BY_CALLS_AFTER.reversed());

  private int dropped;

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
   * Creates a report.
   *
   * @param out is closed with the report
   * @param labels what readers say about the runs; drawn beside the findings
   */
  HtmlReport(Writer out, @Nullable Labels labels) {
    this.out = out;
    this.labels = labels;
  }

  @Override
  public void played(String file, PlayedRun run, @Nullable PlayedRun otherwise) {
    for (Firing firing : run.firings()) {
      int bin = run.calls() == 0 ? 0 : (int) ((long) firing.call() * BINS / run.calls());
      positions
          .computeIfAbsent(firing.detector(), name -> new int[BINS])[Math.min(bin, BINS - 1)]++;
    }
    run.firstRung().ifPresent(first -> strips.add(strip(file, run, run.callsAfter(first))));
    if (strips.size() > MOST_RUNS) {
      strips.remove();
      dropped++;
    }
  }

  private Strip strip(String file, PlayedRun run, int callsAfter) {
    Labels.Run label = labels == null ? null : labels.of(run.id());
    return new Strip(
        file,
        run.id(),
        run.calls(),
        run.succeeded(),
        run.firings().stream().limit(MOST_FINDINGS).map(HtmlReport::mark).toList(),
        label == null
            ? List.of()
            : label.loops().stream()
                .map(loop -> List.of(loop.first(), loop.evident(), loop.last()))
                .toList(),
        callsAfter);
  }

  private static List<Object> mark(Firing firing) {
    return List.of(
        firing.call(),
        firing.detector(),
        Firing.name(firing.rung()),
        firing.tool(),
        firing.finding().count());
  }

  @Override
  public void end(Result result) throws IOException {
    Measurements measurements = result.measurements();
    Map<String, @Nullable Object> data = new HashMap<>();
    data.put("detectors", Firing.DETECTORS);
    data.put("figures", measurements.main());
    data.put("comparison", measurements.other());
    if (measurements.sweep() != null) {
      data.put("sweep_setting", measurements.sweep().setting());
      data.put("sweep", measurements.sweep().points());
    }
    data.put("curves", measurements.curves());
    data.put("positions", positions);
    data.put("strips", strips.stream().sorted(BY_CALLS_AFTER).toList());
    data.put("dropped", dropped);
    out.write(
        asset("report.html")
            .replace("/*style*/", asset("report.css"))
            .replace("/*script*/", asset("report.js"))
            // So that no name ends the script element.
            .replace(
                "/*data*/", JsonReport.MAPPER.writeValueAsString(data).replace("<", "\\u003c")));
  }

  @Override
  public void close() throws IOException {
    out.close();
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
