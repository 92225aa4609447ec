package io.loopsentinel.it.manyjvms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Random calls in many conversations at once. */
final class RandomCalls {

  private static final int THREADS = 8;
  static final int CALLS = 5;

  private RandomCalls() {}

  /** Returns the query of a call: one of three, so that calls repeat. */
  static String query(long seed, int conversation, int call) {
    return "q" + new Random(seed * 1_000_003 + conversation * 31L + call).nextInt(3);
  }

  /**
   * Makes {@link #CALLS} calls in each conversation, those of one conversation one after the other.
   *
   * @return a word for each conversation in the order of their numbers, with a letter for each
   *     call: R if it ran, W if its result has a warning, H if it did not run
   */
  static String play(int conversations, long seed) throws Exception {
    List<Integer> order = new ArrayList<>();
    String[] verdicts = new String[conversations];
    for (int i = 0; i < conversations; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed % 10));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> played = new ArrayList<>();
    for (int conversation : order) {
      played.add(
          threads.submit(
              () -> {
                StringBuilder letters = new StringBuilder();
                for (int call = 0; call < CALLS; call++) {
                  String query = query(seed, conversation, call);
                  letters.append(letter(PodProgram.search("random" + conversation, query)));
                }
                verdicts[conversation] = letters.toString();
                return null;
              }));
    }
    for (Future<?> each : played) {
      Object unused = each.get();
    }
    threads.shutdown();
    return String.join(" ", verdicts);
  }

  static char letter(String result) {
    return !result.startsWith("books") ? 'H' : result.contains("loop") ? 'W' : 'R';
  }
}
