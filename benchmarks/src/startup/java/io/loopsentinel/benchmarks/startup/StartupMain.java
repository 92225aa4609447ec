package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.benchmarks.report.Report;
import io.loopsentinel.benchmarks.report.Row;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures what this agent and others add to the start of applications. */
public final class StartupMain {

  /** Rounds of the small program for one of the applications, which take 20 times as long. */
  private static final int SHARE = 3;

  private static final String METHOD =
      """
      JVMs from their first to their last instruction, each with another agent: processor time of \
      all threads, in user and in kernel mode, and time on the clock. %d rounds of the small \
      program and %d of the applications; every difference is taken within a round. A class that \
      is no target: the agent's transformer is given all classes of an application's jars, over \
      and over; the mean is processor time, the median time on the clock.""";

  private StartupMain() {}

  /**
   * Measures, prints tables, and writes {@code startup.json}.
   *
   * @param args the folder with the jars of peers and applications, the classes of the programs,
   *     the agent's jar, the folder for the report, the number of rounds, and a text that the
   *     titles of the variants to measure contain: {@code .} for all, a regular expression
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    File folder = new File(args[0]);
    File agent = new File(args[2]);
    int rounds = Integer.parseInt(args[4]);
    Peers peers = new Peers(folder, agent);
    List<Series> all = new ArrayList<>();
    for (Application application : Application.all(new File(args[1]), folder)) {
      all.add(new Series(application, peers.of(application, args[5])));
    }
    File output = new File(folder, "output.txt");
    // A file is found again in memory; a round that is not counted puts all there.
    for (Series series : all) {
      new Series(series.application(), series.variants()).round(0, output);
    }
    for (int round = 0; round < rounds; round++) {
      System.err.println("round " + (round + 1) + " of " + rounds);
      for (Series series : all) {
        if (series.application().isSmall() || round % SHARE == 0) {
          series.round(series.application().isSmall() ? round : round / SHARE, output);
        }
      }
    }
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    for (Series series : all) {
      tables.putAll(new SeriesTables(series).all());
    }
    tables.putAll(new FilterTables(folder, agent).all());
    Report report =
        new Report("Start", METHOD.formatted(rounds, (rounds + SHARE - 1) / SHARE), tables);
    report.print(System.out);
    report.write(Path.of(args[3], "startup.json"));
  }
}
