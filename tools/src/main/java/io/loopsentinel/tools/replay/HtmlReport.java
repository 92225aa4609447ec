package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.loopsentinel.agent.page.PageAssets;
import io.loopsentinel.tools.support.ReportJson;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page that needs no network and no other file, and contains no arguments, results or
 * model text.
 */
final class HtmlReport {

  private static final int MAX_RUNS = 200;

  private static final Comparator<PlayedRun> BY_CALLS_AFTER =
      Comparator.comparing((PlayedRun run) -> run.firstRung().map(run::callsAfter).orElse(0))
          .reversed()
          .thenComparing(PlayedRun::id);

  private HtmlReport() {}

  /** A run to draw, with its labelled loops. */
  private record Strip(@JsonUnwrapped PlayedRun run, List<Label.Loop> loops) {}

  static String of(Measurements measurements, Map<String, Label> labels) throws IOException {
    List<PlayedRun> flagged =
        measurements.main().runs().stream().filter(run -> !run.firings().isEmpty()).toList();
    Map<String, @Nullable Object> data = new HashMap<>();
    String version = HtmlReport.class.getPackage().getImplementationVersion();
    data.put("version", Objects.requireNonNullElse(version, "development"));
    data.put("date", Instant.now().toString());
    data.put("detectors", Firing.DETECTORS);
    data.put("figures", measurements.main());
    data.put("comparison", measurements.other());
    if (measurements.sweep() != null) {
      data.put("sweep_setting", measurements.sweep().setting());
      data.put("sweep", measurements.sweep().points());
    }
    data.put(
        "strips",
        flagged.stream()
            .sorted(BY_CALLS_AFTER)
            .limit(MAX_RUNS)
            .map(run -> new Strip(run, loops(labels.get(run.id()))))
            .toList());
    data.put("dropped", Math.max(0, flagged.size() - MAX_RUNS));
    return PageAssets.page(HtmlReport.class, "report")
        // So that no name ends the script element.
        .replace("/*data*/", ReportJson.MAPPER.writeValueAsString(data).replace("<", "\\u003c"));
  }

  private static List<Label.Loop> loops(@Nullable Label label) {
    return label == null ? List.of() : label.loops();
  }
}
