package io.loopsentinel.it.koog;

import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import java.util.List;

/** The scenarios that are played on Koog. */
final class KoogScenarios {

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain("io.loopsentinel.it.koog.KoogApplicationKt")
              .jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          KoogBehaviour.HABITS);

  private KoogScenarios() {}
}
