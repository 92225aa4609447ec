package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.langchain4j.DecidingProgram.Listener;
import java.time.Duration;

/** An application that has a say in what is done about a loop of its model. */
class DecidingIT {

  private static final String HINT =
      "loop-detected: search has already run 3 times with the arguments {\"query\":\"loops\"} and"
          + " gave the same result each time";

  @OnEachJdk
  void letsTheCallsRun(Jdk jdk) {
    ProgramResult result = run(jdk, Listener.MILDER);

    assertThat(result.standardOutput())
        .as("%s", result)
        .isEqualToIgnoringNewLines("not told, 6 searches");
    assertThat(result.agentLines())
        .anyMatch(
            line -> line.endsWith("finding 1 of this loop, observed, as the application decided"));
  }

  @OnEachJdk
  void endsTheRunAtOnce(Jdk jdk) {
    ProgramResult result = run(jdk, Listener.STRICTER);

    assertThat(result.standardOutput())
        .as("%s", result)
        .isEqualToIgnoringNewLines("ToolLoopError, 3 searches");
  }

  @OnEachJdk
  void wordsTheHint(Jdk jdk) {
    ProgramResult result = run(jdk, Listener.WORDED);

    assertThat(result.standardOutput())
        .as("%s", result)
        .isEqualToIgnoringNewLines("loop-detected: Ask for the number of the order, 3 searches");
  }

  @OnEachJdk
  void hasNoSayWhereItsListenerThrowsOrBlocks(Jdk jdk) {
    for (Listener listener : new Listener[] {Listener.THROWING, Listener.BLOCKING}) {
      ProgramResult result = run(jdk, listener);

      assertThat(result.standardOutput())
          .as("%s: %s", listener, result)
          .isEqualToIgnoringNewLines(HINT + ", 3 searches");
      assertThat(result.agentLines())
          .anyMatch(line -> line.contains("the configured action is taken"));
    }
  }

  private static ProgramResult run(Jdk jdk, Listener listener) {
    return JavaProgram.ofMain(DecidingProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .arguments(listener.name())
        .agentArguments("detectors.similar_calls.enabled=false,detectors.stagnation.enabled=false")
        .run(Duration.ofMinutes(1));
  }
}
