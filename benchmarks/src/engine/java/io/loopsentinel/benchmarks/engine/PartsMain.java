package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.benchmarks.report.Report;
import io.loopsentinel.benchmarks.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures what the parts of a call take, beside the digest that is the least it could take. */
public final class PartsMain {

  private PartsMain() {}

  /**
   * Measures, prints tables, and writes JSON.
   *
   * @param args the file to write, the number of rounds, and how many milliseconds each part runs
   *     in a round
   */
  public static void main(String[] args) throws IOException {
    int rounds = Integer.parseInt(args[1]);
    int millis = Integer.parseInt(args[2]);
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    for (ArgumentsKind kind : ArgumentsKind.values()) {
      List<Part> parts = new ArrayList<>(new IdentityParts(kind).parts());
      if (kind == ArgumentsKind.MAP) {
        parts.addAll(new OutcomeParts().parts());
      }
      String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      tables.put(name, new PartRounds(rounds, millis).measure(parts, kind.callsToWarmUp()));
    }
    String method =
        "%d rounds in one JVM; in each every part runs for %d ms of processor time, in random order."
            .formatted(rounds, millis);
    Report report = new Report("Parts of a call", method, tables);
    report.print(System.out);
    report.write(Path.of(args[0]));
  }
}
