package io.loopsentinel.it.quarkus;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import java.io.File;
import java.util.List;

/** The scenarios that are played in the Quarkus application. */
final class QuarkusScenarios {

  /** The application as Quarkus builds it. */
  static final JavaProgram APPLICATION =
      JavaProgram.ofJar(new File("target/quarkus-app/quarkus-run.jar"))
          .jvmOptions(JavaProgram.QUICK_START);

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          APPLICATION,
          APPLICATION.jvmOptions("-Xbootclasspath/a:" + api()),
          List.of(Dispatch.values()),
          QuarkusProgram.HABITS);

  private QuarkusScenarios() {}

  private static String api() {
    return ToolLoopError.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
