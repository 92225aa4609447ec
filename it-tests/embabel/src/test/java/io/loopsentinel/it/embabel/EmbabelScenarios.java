package io.loopsentinel.it.embabel;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on Embabel. */
final class EmbabelScenarios {

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain("io.loopsentinel.it.embabel.ScenarioProgramKt")
              .jvmOptions(JavaProgram.QUICK_START),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.GUESSING, ModelBehaviour.HEALTHY));

  private EmbabelScenarios() {}
}
