package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HandoverProgram;
import io.loopsentinel.it.jvm.program.RefusedAgent;
import io.loopsentinel.it.jvm.program.TouchingAgent;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Work that a run hands to other threads belongs to the run, and to no other. */
@FullMatrix(onEachJdk = true)
class HandoverIT {

  private static final String RUNS = "io.loopsentinel.it.jvm.program.Runs";
  private static final String TOOL =
      "{name: tool, kind: tool, type: "
          + RUNS
          + ", method: current, tool: \"'tool'\", args: '"
          + RUNS
          + "::note(run)'}";
  private static final String RUN =
      "{name: run, kind: run, type: " + RUNS + ", method: run, session: arg0}";

  @TempDir private File folder;

  @OnEachJdk
  void followsARunIntoPools(Jdk jdk) {
    List<String> lines = lines(program(jdk, "executors"));

    for (String pool :
        List.of(
            "pool at work before",
            "fixed pool",
            "cached pool",
            "single thread",
            "overriding pool",
            "work stealing pool",
            "scheduled pool")) {
      assertThat(lines)
          .contains(pool + ": [A, A, A, A]", pool + " after the run: [null, null, null]");
    }
    assertThat(lines)
        .contains(
            "common pool: [A, A, A, A]",
            "scheduled: A",
            "periodic: A",
            "recursive task: [A]",
            "parallel stream: [A]",
            "parallel stream in a pool: [A]");
  }

  @OnEachJdk
  void followsARunThroughFutures(Jdk jdk) {
    assertThat(lines(program(jdk, "futures")))
        .containsExactly(
            "supplyAsync: A",
            "supplyAsync on another executor: A",
            "runAsync: [A]",
            "stages, async: [A, A, A, A, A, A, A]",
            "stages: [A, A, A, A, A, A, A]");
  }

  @OnEachJdk
  void followsARunIntoThreadsThatItStarts(Jdk jdk) {
    assertThat(lines(program(jdk, "threads")))
        .containsExactly(
            "new thread: A",
            "its own new thread: A",
            "thread of a subclass: null",
            "thread that outlives its run: null");
  }

  @OnEachJdk(25)
  void followsARunIntoVirtualThreads(Jdk jdk) {
    assertThat(lines(program(jdk, "virtual").jvmOptions("--enable-preview")))
        .containsExactly(
            "virtual threads: [A, A, A, A]",
            "virtual threads after the run: [null, null, null]",
            "structured task scope: A",
            "virtual thread that outlives its run: A");
  }

  @OnEachJdk
  void keepsRunsApartThatShareAPool(Jdk jdk) {
    assertThat(lines(program(jdk, "shared")))
        .containsExactly(
            "mixed up: []", "the same task: null", "the same task: null", "the same task: C");
  }

  @OnEachJdk
  void leavesQueuesAndTheirTasksAsTheyAre(Jdk jdk) {
    assertThat(lines(program(jdk, "queue")))
        .containsExactly("queued: true", "removed: true", "task 1: A", "task 3: A", "done: true");
  }

  @OnEachJdk
  void getsAlongWithAnotherAgentInTheSameClasses(Jdk jdk) throws IOException {
    File agent = AgentJars.write(folder, TouchingAgent.class);
    JavaProgram program = program(jdk, "retransformed");

    List<String> lines = lines(program.jvmOptions("-javaagent:" + agent.getPath()));

    assertThat(lines)
        .containsExactly(
            "supplyAsync: A",
            "fixed pool: [A, A, A, A]",
            "fixed pool after the run: [null, null, null]",
            "touched: [CompletableFuture, ForkJoinPool, ForkJoinTask, ThreadPoolExecutor]");
  }

  /** They are retransformed together, and the JVM refuses all for one. */
  @OnEachJdk
  void followsARunThroughTheOthersWhereTheJvmRefusesAClass(Jdk jdk) throws IOException {
    File agent = AgentJars.write(folder, RefusedAgent.class);
    JavaProgram program = program(jdk, "executors").jvmOptions("-javaagent:" + agent.getPath());

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput()).contains("fixed pool: [A, A, A, A]");
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("cannot"))
        .singleElement()
        .asString()
        .startsWith(
            "cannot follow runs through java.util.concurrent.ForkJoinTask; its tasks belong to no")
        .contains("UnsupportedOperationException");
  }

  @OnEachJdk
  void rewritesNothingOfTheJdkWhereThereIsNoRun(Jdk jdk) {
    JavaProgram program = program(jdk, "threads").jvmOptions("-Xlog:class+load:stdout:none");

    ProgramResult without = program.agentConfig(folder, config(TOOL)).run(Programs.LIMIT);
    ProgramResult with = program.run(Programs.LIMIT);

    String rewriter = "io.loopsentinel.agent.instrument.RunPropagation ";
    assertThat(without.standardOutput()).contains("new thread: null").doesNotContain(rewriter);
    assertThat(with.standardOutput()).contains("new thread: A").contains(rewriter);
  }

  private JavaProgram program(Jdk jdk, String group) {
    return JavaProgram.ofMain(HandoverProgram.class)
        .on(jdk)
        .arguments(group)
        .jvmOptions("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
        .agentConfig(folder, config(TOOL, RUN));
  }

  private static String config(String... targets) {
    return Programs.targets("warn", targets).replace("sentinel:", "sentinel:\n  mode: observe");
  }

  private static List<String> lines(JavaProgram program) {
    ProgramResult result = program.run(Programs.LIMIT);
    assertThat(result.agentLines()).noneMatch(line -> line.contains("cannot"));
    assertThat(result.applicationErrorLines()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.standardOutput().lines().toList();
  }
}
