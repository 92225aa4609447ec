package io.loopsentinel.it.embabel;

import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import java.util.List;

/** The scenarios that are played on Embabel. */
final class EmbabelScenarios {

  /** The habits of models, whose patience is longer than Embabel's own limit of 20. */
  static final Habits HABITS = Habits.DEFAULT.withPatience(26).withVolumes(6).heedingFailures();

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain("io.loopsentinel.it.embabel.EmbabelApplicationKt")
              .jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          HABITS);

  private EmbabelScenarios() {}
}
