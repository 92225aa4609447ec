package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dispatchers of every shape, whose rewritten methods the JVM verifies. One call counts once in
 * each.
 */
@FullMatrix(onEachJdk = true)
class DispatcherShapesIT {

  private static final String BY_REQUEST = "tool: arg0.tool, args: arg0.arguments";

  /** The target of each shape, by its type and the further keys. */
  private static final String SHAPES =
      """
      Private      | Private      | method: dispatch, tool: arg0, args: arg1
      Static       | Static       | method: dispatch, tool: arg1, args: arg2
      Final        | Final        | method: dispatch, REQUEST
      Default      | Default      | method: dispatch, REQUEST
      Lambda       | Lambda       | method: "lambda$dispatcher$*", tool: arg0, args: arg1
      StaticLambda | StaticLambda | method: "lambda$call$*", parameters: [java.lang.String, java.util.Map], returns: java.lang.String, tool: arg0, args: arg1
      Inheriting   | Tool         | method: execute, subtypes: true, REQUEST
      Handler      | Handler      | method: dispatch, REQUEST
      Bridged      | Bridged      | method: apply, REQUEST
      Plain        | Tool         | method: execute, subtypes: true, REQUEST
      Overriding   | Tool         | method: execute, subtypes: true, REQUEST
      Decorator    | Tool         | method: execute, subtypes: true, REQUEST
      """
          .replace("REQUEST", BY_REQUEST);

  @TempDir private File folder;

  @OnEachJdk
  void areGuardedAndACallCountsOnceInEach(Jdk jdk) {
    SHAPES
        .lines()
        .map(line -> line.split(" *\\| "))
        .forEach(row -> assertLoopIsStopped(jdk, row[0], Programs.target(row[1], row[2])));
  }

  @OnEachJdk
  void areGuardedByAnAnnotationOfAnyClass(Jdk jdk) {
    String config =
        Programs.targets(
            "error",
            "{name: acme, kind: tool, annotated_with:"
                + " \"io.loopsentinel.it.jvm.program.Dispatchers$ToolMethod\", packages:"
                + " [io.loopsentinel.it], "
                + BY_REQUEST
                + "}");

    assertLoopIsStopped(jdk, "Marked", config);
  }

  @OnEachJdk
  void throwsTheFrameworksOwnErrorForABatch(Jdk jdk) {
    String config =
        Programs.target(
            "Batch",
            "method: dispatch, tool: \"arg0[*].tool\", args: \"arg0[*].arguments\", output:"
                + " \"return[*]\", throws: \"new"
                + " io.loopsentinel.it.jvm.program.Dispatchers$Stopped(message)\"");

    ProgramResult result = run(jdk, "Batch", 4, config);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            Programs.RAN,
            Programs.RAN,
            Programs.RAN,
            "error io.loopsentinel.it.jvm.program.Dispatchers$Stopped");
    assertThat(result.standardError()).isEmpty();
  }

  @OnEachJdk
  void throwsWhereAResultCannotCarryAMessage(Jdk jdk) {
    String config = Programs.target("Counting", "method: dispatch", BY_REQUEST);

    ProgramResult result = run(jdk, "Counting", 4, config);

    String length = Integer.toString(Programs.RAN.length());
    assertThat(result.standardOutput().lines())
        .containsExactly(length, length, length, "error io.loopsentinel.ToolLoopError");
  }

  /** Three calls run, two are answered with a hint, the sixth is an error. */
  private void assertLoopIsStopped(Jdk jdk, String shape, String config) {
    ProgramResult result = run(jdk, shape, 6, config);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).as("%s", result).hasSize(6);
    assertThat(output.subList(0, 3)).containsOnly(Programs.RAN);
    assertThat(output.subList(3, 5)).allMatch(line -> line.startsWith("loop-detected: search"));
    assertThat(output.get(5)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.standardError()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  /** Verifies the hook's class too, whose package the JVM skips unless told otherwise. */
  private ProgramResult run(Jdk jdk, String shape, int calls, String config) {
    return Programs.looping(jdk, shape, calls)
        .jvmOptions("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
        .agentConfig(folder, config)
        .run(Programs.LIMIT);
  }
}
