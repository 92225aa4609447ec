package io.loopsentinel.benchmarks.startup;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Measures what this agent and others add to the start of applications. */
public final class StartupBenchmark {

  private StartupBenchmark() {}

  /**
   * Prints tables, and writes {@code startup.md} and {@code startup.json} into the folder.
   *
   * @param args the JVM to measure, the folder with the jars, the classes of the programs, the
   *     agent's jar, the number of rounds, and a text that the titles of the variants to measure
   *     contain: {@code ""} for all, several with {@code |} between them
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    File jvm = new File(args[0]);
    File folder = new File(args[1]);
    int rounds = Integer.parseInt(args[4]);
    Peers peers = new Peers(folder, new File(args[3]));
    List<Series> all = new ArrayList<>();
    for (Application application : Application.all(new File(args[2]), folder)) {
      all.add(new Series(application, selected(peers.of(application), args[5])));
    }
    // A file is found again in memory; a round that is not counted puts all there.
    for (int round = -1; round < rounds; round++) {
      for (Series series : all) {
        Series into =
            round < 0 ? new Series(series.application(), series.variants()) : series;
        into.round(Math.max(0, round), jvm, new File(folder, "output.txt"));
      }
    }
    Report report = new Report(all);
    Files.writeString(new File(folder, "startup.json").toPath(), report.json());
    String text = Machine.describe(jvm, rounds) + "\n" + report.markdown();
    Files.writeString(new File(folder, "startup.md").toPath(), text);
    System.out.print(text);
  }

  /** The first two are always measured: others are compared with them. */
  private static List<Variant> selected(List<Variant> variants, String titles) {
    List<Variant> selected = new ArrayList<>(variants.subList(0, 2));
    for (Variant variant : variants.subList(2, variants.size())) {
      for (String title : titles.split("\\|", -1)) {
        if (variant.title().contains(title) && !selected.contains(variant)) {
          selected.add(variant);
        }
      }
    }
    return selected;
  }
}
