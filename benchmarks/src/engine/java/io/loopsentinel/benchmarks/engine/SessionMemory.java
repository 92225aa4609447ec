package io.loopsentinel.benchmarks.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.benchmarks.engine.CallSeries.Outcomes;
import io.loopsentinel.engine.session.LoopEngine;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openjdk.jol.info.GraphLayout;

/**
 * Prints how many bytes sessions take with the settings that ship, keys of 36 characters included.
 */
public final class SessionMemory {

  private static final int SESSIONS = 200;
  private static final int[] CALLS = {0, 1, 3, 5, 10, 24, 100};

  private static final List<CallSeries> SERIES =
      List.of(
          new CallSeries(1, 10, Outcomes.NONE, 0, 0),
          new CallSeries(1, 3, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 10, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 40, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 10, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 40, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 10, Outcomes.FAILURES, 0, 0),
          new CallSeries(1, 10, Outcomes.RESULTS, 0, 50));

  private SessionMemory() {}

  /**
   * Measures, prints a table, and writes the same as JSON.
   *
   * @param args the file to write
   */
  public static void main(String[] args) throws IOException {
    Map<String, Map<Integer, Long>> bytes = new LinkedHashMap<>();
    for (CallSeries series : SERIES) {
      for (int calls : CALLS) {
        bytes
            .computeIfAbsent(series.title(), title -> new LinkedHashMap<>())
            .put(calls, bytesOfOne(series, calls));
      }
    }
    bytes.forEach((title, byCalls) -> System.out.printf("%-40s %s%n", title, byCalls));
    System.out.println("JVM: " + Runtime.version());
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(new File(args[0]), bytes);
  }

  /** Returns the bytes of a session after so many calls, on the average of some. */
  private static long bytesOfOne(CallSeries series, int calls) {
    LoopEngine engine = Engines.shipped();
    series.play(engine, "the first, which makes what all share", calls);
    long before = GraphLayout.parseInstance(engine).totalSize();
    for (int i = 0; i < SESSIONS; i++) {
      if (!series.play(engine, UUID.randomUUID().toString(), calls)) {
        throw new IllegalStateException("a loop was found in " + series.title());
      }
    }
    return (GraphLayout.parseInstance(engine).totalSize() - before) / SESSIONS;
  }
}
