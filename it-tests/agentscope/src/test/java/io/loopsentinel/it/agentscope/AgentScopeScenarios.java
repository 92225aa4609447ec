package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on AgentScope. */
final class AgentScopeScenarios {

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(ScenarioProgram.class).jvmOptions(JavaProgram.QUICK_START),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.UNTIRING, ModelBehaviour.HEALTHY));

  private AgentScopeScenarios() {}
}
