package io.loopsentinel.benchmarks.engine;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loopsentinel.benchmarks.engine.CallSeries.Outcomes;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.SessionSize;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints how many bytes sessions take with the default configuration. */
public final class SessionMemory {

  /** What a session may take beside what it remembers of turns. */
  private static final int BYTES_A_SESSION = 200;

  private static final int BYTES_A_CALL = 40;

  private static final int[] CALLS = {0, 1, 3, 5, 10, 24, 100};

  private static final int SESSIONS_IN_A_STORE = 10_000;

  private static final List<CallSeries> SERIES =
      List.of(
          new CallSeries(1, 10, Outcomes.NONE, 0, 0),
          new CallSeries(5, 10, Outcomes.NONE, 0, 0),
          new CallSeries(1, 10, Outcomes.NONE, 9, 0),
          new CallSeries(1, 1, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 3, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 10, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 40, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 3, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 10, Outcomes.RESULTS, 0, 0),
          new CallSeries(5, 40, Outcomes.RESULTS, 0, 0),
          new CallSeries(1, 10, Outcomes.FAILURES, 0, 0),
          new CallSeries(5, 10, Outcomes.FAILURES, 0, 0),
          new CallSeries(1, 10, Outcomes.RESULTS, 5, 0),
          new CallSeries(5, 10, Outcomes.RESULTS, 5, 0),
          new CallSeries(5, 10, Outcomes.RESULTS, 8, 0),
          new CallSeries(1, 10, Outcomes.RESULTS, 0, 50));

  private static final String ROW = "%-32s %5s %8s %8s %8s %8s %8s %8s%n";

  private SessionMemory() {}

  /**
   * Measures, prints a table, and writes the same as JSON.
   *
   * @param args the file to write
   */
  public static void main(String[] args) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (CallSeries series : SERIES) {
      for (int calls : CALLS) {
        Row row = Row.measure(series, calls);
        if (row != null) {
          rows.add(row);
        }
      }
    }
    double inTheStore = SessionSize.ofKeyAndNode(Engines.shipped(), keys().toList());
    print(rows, inTheStore, System.out);
    write(rows, inTheStore, new File(args[0]));
  }

  private static Stream<String> keys() {
    return Stream.generate(() -> UUID.randomUUID().toString()).limit(SESSIONS_IN_A_STORE);
  }

  private static void print(List<Row> rows, double inTheStore, PrintStream out) {
    out.printf(ROW, "", "calls", "allowed", "all", "spare", "records", "repeats", "turns'");
    for (Row row : rows) {
      out.printf(
          ROW,
          row.series().title(),
          row.calls(),
          row.allowed(),
          row.size().total(),
          row.allowed() + row.ofTurns() - row.size().total(),
          row.of("numbers"),
          row.of("matches") + row.of("tools"),
          row.ofTurns());
    }
    out.printf("In the store, a session with a UUID for its key takes %.0f more.%n", inTheStore);
    out.println("JVM: " + Runtime.version());
  }

  private static void write(List<Row> rows, double inTheStore, File file) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(file, JsonEncoding.UTF8)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("jvm", Runtime.version().toString());
      json.writeNumberField("key_and_node", inTheStore);
      json.writeArrayFieldStart("sessions");
      for (Row row : rows) {
        json.writeStartObject();
        json.writeStringField("series", row.series().title());
        json.writeNumberField("calls", row.calls());
        json.writeNumberField("allowed_beside_turns", row.allowed());
        json.writeNumberField("total", row.size().total());
        json.writeObjectFieldStart("parts");
        for (Map.Entry<String, Long> part : row.size().parts().entrySet()) {
          json.writeNumberField(part.getKey(), part.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /** A session after so many calls. */
  private record Row(CallSeries series, int calls, SessionSize size) {

    /** Returns {@code null} where the series does not get so far. */
    static @Nullable Row measure(CallSeries series, int calls) {
      LoopEngine engine = Engines.shipped();
      boolean all = series.play(engine, "session", calls);
      return all ? new Row(series, calls, SessionSize.of(engine, "session")) : null;
    }

    long allowed() {
      return BYTES_A_SESSION + (long) BYTES_A_CALL * calls;
    }

    long ofTurns() {
      return of("seldom") + of("responses");
    }

    long of(String part) {
      return size.parts().getOrDefault(part, 0L);
    }
  }
}
