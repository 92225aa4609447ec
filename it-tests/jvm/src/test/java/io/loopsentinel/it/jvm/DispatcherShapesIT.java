package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dispatchers of every shape, whose rewritten methods the JVM verifies. One call counts once in
 * each.
 */
@FullMatrix(onEachJdk = true)
class DispatcherShapesIT {

  private static final String BY_REQUEST = "tool: arg0.tool, args: arg0.arguments";

  /** The targets: their type, the further keys, and the shapes whose calls they guard. */
  private static final String SHAPES =
      """
      Private      | method: dispatch, tool: arg0, args: arg1                        | Private
      Static       | method: dispatch, tool: arg1, args: arg2                        | Static
      Final        | method: dispatch, REQUEST                                       | Final
      Default      | method: dispatch, REQUEST                                       | Default
      Lambda       | method: "lambda$dispatcher$*", tool: arg0, args: arg1           | Lambda
      StaticLambda | method: "lambda$call$*", parameters: [java.lang.String, java.util.Map], returns: java.lang.String, tool: arg0, args: arg1 | StaticLambda
      Handler      | method: dispatch, REQUEST                                       | Handler
      Bridged      | method: apply, REQUEST                                          | Bridged
      Tool         | method: execute, subtypes: true, REQUEST                        | Inheriting,Plain,Overriding,Decorator
      """
          .replace("REQUEST", BY_REQUEST);

  @TempDir private File folder;

  @OnEachJdk
  void areGuardedAndACallCountsOnceInEach(Jdk jdk) {
    List<String[]> rows = SHAPES.lines().map(line -> line.split(" *\\| ")).toList();
    String[] targets =
        rows.stream()
            .map(row -> Programs.dispatcher(row[0], row[0], row[1], "session: thread"))
            .toArray(String[]::new);
    List<String> shapes = rows.stream().flatMap(row -> Stream.of(row[2].split(","))).toList();

    ProgramResult result =
        run(jdk, String.join(",", shapes), 6, Programs.targets("error", targets));

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).as("%s", result).hasSize(6 * shapes.size());
    for (int i = 0; i < shapes.size(); i++) {
      Programs.assertLoopIsStopped(shapes.get(i), output.subList(6 * i, 6 * i + 6));
    }
    assertHarmless(result);
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

    ProgramResult result = run(jdk, "Marked", 6, config);

    Programs.assertLoopIsStopped("Marked", result.standardOutput().lines().toList());
    assertHarmless(result);
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

  private static void assertHarmless(ProgramResult result) {
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
