package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** An application that has a say in what is done about a loop of its model, on any framework. */
public abstract class DecidedLoops {

  private static final String HINT =
      "loop-detected: search has already run 3 times with the arguments {\"query\":\"loops\"} and"
          + " gave the same result each time";

  /** What the agent says where its patience was not enough for a listener on a busy machine. */
  private static final String TOO_LATE = "beforeAction: it took more than";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int MAX_RUNS = 10;

  /** Returns a program that {@link DecidingListener#play plays} what its argument decides. */
  protected abstract JavaProgram program(Jdk jdk);

  @OnEachJdk(17)
  void letTheCallsRun(Jdk jdk) {
    ProgramResult result = run(jdk, DecidingListener.MILDER);

    assertPrinted("not told, 6 searches", result);
    assertTold("finding 1 of this loop, observed, as the application decided", result);
  }

  @OnEachJdk(17)
  void endTheRunAtOnce(Jdk jdk) {
    assertPrinted("ToolLoopError, 3 searches", run(jdk, DecidingListener.STRICTER));
  }

  @OnEachJdk(17)
  void getTheHintInTheApplicationsWords(Jdk jdk) {
    assertPrinted(
        "loop-detected: Ask for the number of the order, 3 searches",
        run(jdk, DecidingListener.WORDED));
  }

  @FullMatrix
  @OnEachJdk(17)
  void areHintedAtWhereTheListenerThrows(Jdk jdk) {
    ProgramResult result = run(jdk, DecidingListener.THROWING);

    assertPrinted(HINT + ", 3 searches", result);
    assertTold("the configured action is taken", result);
  }

  @FullMatrix
  @OnEachJdk(17)
  void areHintedAtWhereTheListenerBlocks(Jdk jdk) {
    ProgramResult result = run(jdk, DecidingListener.BLOCKING);

    assertPrinted(HINT + ", 3 searches", result);
    assertTold("the configured action is taken", result);
  }

  private ProgramResult run(Jdk jdk, DecidingListener listener) {
    JavaProgram program =
        program(jdk)
            .arguments(listener.name())
            .agentArguments(
                "detectors.similar_calls.enabled=false,detectors.stagnation.enabled=false");
    ProgramResult result = program.run(LIMIT);
    for (int i = 1; i < MAX_RUNS && isLate(listener, result); i++) {
      result = program.run(LIMIT);
    }
    return result;
  }

  private static boolean isLate(DecidingListener listener, ProgramResult result) {
    return listener != DecidingListener.BLOCKING && result.standardError().contains(TOO_LATE);
  }

  private static void assertPrinted(String expected, ProgramResult result) {
    assertEquals(
        Set.of(expected),
        result.standardOutput().lines().collect(Collectors.toSet()),
        result::toString);
  }

  private static void assertTold(String expected, ProgramResult result) {
    assertTrue(
        result.agentLines().stream().anyMatch(line -> line.contains(expected)), result::toString);
  }
}
