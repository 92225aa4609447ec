package io.loopsentinel.it.koog;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Scenarios;
import java.util.EnumSet;

/** The scenarios that are played on Koog. */
final class KoogScenarios {

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain("io.loopsentinel.it.koog.ScenarioProgramKt")
              .jvmOptions(JavaProgram.QUICK_START),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.HEALTHY));

  private KoogScenarios() {}
}
