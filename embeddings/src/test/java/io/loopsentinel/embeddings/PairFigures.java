package io.loopsentinel.embeddings;

import io.loopsentinel.embeddings.Pairs.Found;
import io.loopsentinel.embeddings.Pairs.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Prints the figures of docs/evaluation.md. */
public final class PairFigures {

  private static final int REPETITIONS = 10;

  private PairFigures() {}

  /** Prints precision and recall for some thresholds, and the time and memory of the model. */
  public static void main(String[] args) throws Exception {
    long before = residentMegabytes();
    long start = System.nanoTime();
    try (SentenceModel model = new SentenceModel()) {
      Embedding embedding = new Embedding(model);
      float[] unused = embedding.of("warm up");
      System.out.printf(
          "load %d ms, %d MB%n",
          (System.nanoTime() - start) / 1_000_000, residentMegabytes() - before);
      for (Pairs half :
          new Pairs[] {Pairs.all().toChoose(), Pairs.all().toReport(), Pairs.later()}) {
        print("words", half, Pairs::words, 0.85);
        for (double minScore = 0.5; minScore < 0.95; minScore += 0.05) {
          print("meaning", half, Pairs.meaning(embedding), minScore);
          print("guarded", half, Pairs.guarded(embedding), minScore);
        }
      }
      printTimes(embedding);
      System.out.printf("%d MB%n", residentMegabytes() - before);
    }
  }

  private static void print(String name, Pairs half, Rule rule, double minScore) {
    Found found = half.find(rule, minScore);
    System.out.printf(
        "%s %.2f: precision %.2f recall %.2f (%d found, %d right, %d same)%n",
        name,
        minScore,
        found.precision(),
        found.recall(),
        found.found(),
        found.right(),
        found.same());
  }

  private static void printTimes(Embedding embedding) {
    int count = 2 * Pairs.all().pairs().size();
    long[] nanos = new long[count];
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      int i = 0;
      for (Pairs.Pair pair : Pairs.all().pairs()) {
        nanos[i++] = embedding.nanosOf(pair.a());
        nanos[i++] = embedding.nanosOf(pair.b());
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        "median %.1f ms, 99th percentile %.1f ms%n",
        nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6);
  }

  private static long residentMegabytes() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1_024;
      }
    }
    return 0;
  }
}
