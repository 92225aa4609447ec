package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on LangGraph4j. */
final class LangGraphScenarios {

  /** Turns and tokens are capped in all of them, so that one JVM plays all. */
  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(ScenarioProgram.class)
              .jvmOptions(
                  JavaProgram.QUICK_START,
                  "-XX:+UseSerialGC",
                  "-Dloopsentinel.budget.turns=" + ModelBehaviour.TURNS,
                  "-Dloopsentinel.budget.tokens=" + ModelBehaviour.TOKENS),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.HEALTHY));

  private LangGraphScenarios() {}

  /** Whether the scenarios are played without the agent, too. */
  static boolean playsControl() {
    return AgentExecutors.START_QUICKLY || Matrix.isFull();
  }
}
