package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on Semantic Kernel. */
final class SemanticKernelScenarios {

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(ScenarioProgram.class).jvmOptions(JavaProgram.QUICK_START),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.GUESSING, ModelBehaviour.HEALTHY));

  private SemanticKernelScenarios() {}
}
