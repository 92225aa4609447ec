package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on Spring AI Alibaba. */
final class AlibabaScenarios {

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(ScenarioProgram.class).jvmOptions(JavaProgram.QUICK_START),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.HEALTHY));

  private AlibabaScenarios() {}
}
