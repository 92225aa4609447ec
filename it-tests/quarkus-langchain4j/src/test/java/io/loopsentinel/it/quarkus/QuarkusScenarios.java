package io.loopsentinel.it.quarkus;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.Scenarios;
import java.io.File;
import java.util.EnumSet;
import java.util.List;

/** The scenarios that are played in the Quarkus application. */
final class QuarkusScenarios {

  /** The application as Quarkus builds it. */
  static final JavaProgram APPLICATION =
      JavaProgram.ofJar(new File("target/quarkus-app/quarkus-run.jar"))
          .jvmOptions(JavaProgram.QUICK_START);

  static final Scenarios<Dispatch, ModelBehaviour> SCENARIOS =
      new Scenarios<>(
          APPLICATION,
          APPLICATION.jvmOptions("-Xbootclasspath/a:" + api()),
          Dispatch.class,
          ModelBehaviour.class,
          EnumSet.of(ModelBehaviour.LOOPING, ModelBehaviour.HEALTHY));

  private QuarkusScenarios() {}

  /** Returns the outcomes of a behaviour for each way in which calls come to the tool. */
  static List<Outcome> guarded(Jdk jdk, ModelBehaviour behaviour) {
    return executed(SCENARIOS.guarded(jdk, behaviour));
  }

  /** Returns the outcomes of those ways in which calls come to the tool. */
  static List<Outcome> executed(List<Outcome> outcomes) {
    return outcomes.stream()
        .filter(outcome -> Dispatch.valueOf(outcome.dispatch()).isExecuted())
        .toList();
  }

  private static String api() {
    return ToolLoopError.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
