package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.Caller;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls of tools that are drawn at random, in a session for each number of tools. */
final class ManyTools {

  private static final int CALLS_TO_WARM_UP = 30_000;

  private ManyTools() {}

  /**
   * Tells what a call costs.
   *
   * @param args numbers of tools
   */
  public static void main(String[] args) {
    Caller caller = new Caller();
    SplittableRandom random = new SplittableRandom(7);
    List<Workload> workloads =
        Stream.of(args).map(number -> workload(Integer.parseInt(number), caller, random)).toList();
    for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
      workloads.forEach(workload -> workload.step().run());
    }
    Workload.tell(workloads);
    caller.checkAllRan();
  }

  private static Workload workload(int number, Caller caller, SplittableRandom random) {
    String[] tools =
        IntStream.range(0, number).mapToObj(i -> "search_files_" + i).toArray(String[]::new);
    String session = "of " + number;
    return new Workload(
        "tools " + number, () -> caller.call(session, tools[random.nextInt(number)]));
  }
}
