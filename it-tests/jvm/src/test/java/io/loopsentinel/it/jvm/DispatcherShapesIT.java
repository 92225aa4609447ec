package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Dispatchers of every shape are guarded, and one call counts once in each. */
@FullMatrix(onEachJdk = true)
class DispatcherShapesIT {

  private static final String BY_REQUEST = "tool: arg0.tool, args: arg0.arguments";

  @TempDir private File folder;

  @OnEachJdk
  void guardsAPrivateMethod(Jdk jdk) {
    assertLoopIsStopped(jdk, "Private", "method: dispatch, tool: arg0, args: arg1");
  }

  @OnEachJdk
  void guardsAStaticMethodWithPrimitives(Jdk jdk) {
    assertLoopIsStopped(jdk, "Static", "method: dispatch, tool: arg1, args: arg2");
  }

  @OnEachJdk
  void guardsAFinalMethod(Jdk jdk) {
    assertLoopIsStopped(jdk, "Final", "method: dispatch, " + BY_REQUEST);
  }

  @OnEachJdk
  void guardsADefaultMethod(Jdk jdk) {
    assertLoopIsStopped(jdk, "Default", "method: dispatch, " + BY_REQUEST);
  }

  @OnEachJdk
  void guardsTheBodyOfALambda(Jdk jdk) {
    assertLoopIsStopped(jdk, "Lambda", "method: \"lambda$dispatcher$*\", tool: arg0, args: arg1");
  }

  @OnEachJdk
  void guardsTheStaticBodyOfALambdaByItsTypes(Jdk jdk) {
    assertLoopIsStopped(
        jdk,
        "StaticLambda",
        "method: \"lambda$call$*\", parameters: [java.lang.String, java.util.Map],"
            + " returns: java.lang.String, tool: arg0, args: arg1");
  }

  @OnEachJdk
  void guardsAnAnnotatedMethodOfAnyClass(Jdk jdk) {
    String config =
        Programs.targets(
            "error",
            "{name: acme, kind: tool, annotated_with:"
                + " \"io.loopsentinel.it.jvm.program.Dispatchers$ToolMethod\", packages:"
                + " [io.loopsentinel.it], "
                + BY_REQUEST
                + "}");

    assertLoopIsStoppedBy(jdk, "Marked", config);
  }

  @OnEachJdk
  void guardsAMethodThatAnImplementorInherits(Jdk jdk) {
    assertLoopIsStopped(
        jdk, "Inheriting", "Tool", "method: execute, subtypes: true, " + BY_REQUEST);
  }

  @OnEachJdk
  void guardsADefaultMethodThatCallsALambda(Jdk jdk) {
    assertLoopIsStopped(jdk, "Handler", "method: dispatch, " + BY_REQUEST);
  }

  @OnEachJdk
  void throwsTheFrameworksOwnErrorForABatch(Jdk jdk) {
    String config =
        Programs.target(
            "Batch",
            "method: dispatch, tool: \"arg0[*].tool\", args: \"arg0[*].arguments\", output:"
                + " \"return[*]\", throws: \"new"
                + " io.loopsentinel.it.jvm.program.Dispatchers$Stopped(message)\"");

    ProgramResult result =
        Programs.looping(jdk, "Batch", 4).agentConfig(folder, config).run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            Programs.RAN,
            Programs.RAN,
            Programs.RAN,
            "error io.loopsentinel.it.jvm.program.Dispatchers$Stopped");
    assertThat(result.standardError()).isEmpty();
  }

  @OnEachJdk
  void guardsAMethodWithABridge(Jdk jdk) {
    assertLoopIsStopped(jdk, "Bridged", "method: apply, " + BY_REQUEST);
  }

  @OnEachJdk
  void guardsAnImplementor(Jdk jdk) {
    assertLoopIsStopped(jdk, "Plain", "Tool", "method: execute, subtypes: true, " + BY_REQUEST);
  }

  @OnEachJdk
  void countsACallOfTheOverriddenMethodOnce(Jdk jdk) {
    assertLoopIsStopped(
        jdk, "Overriding", "Tool", "method: execute, subtypes: true, " + BY_REQUEST);
  }

  @OnEachJdk
  void countsACallThroughDecoratorsOnce(Jdk jdk) {
    assertLoopIsStopped(jdk, "Decorator", "Tool", "method: execute, subtypes: true, " + BY_REQUEST);
  }

  @OnEachJdk
  void throwsWhereAResultCannotCarryAMessage(Jdk jdk) {
    String config = Programs.target("Counting", "method: dispatch", BY_REQUEST);

    ProgramResult result =
        Programs.looping(jdk, "Counting", 4).agentConfig(folder, config).run(Programs.LIMIT);

    String length = Integer.toString(Programs.RAN.length());
    assertThat(result.standardOutput().lines())
        .containsExactly(length, length, length, "error io.loopsentinel.ToolLoopError");
  }

  private void assertLoopIsStopped(Jdk jdk, String shape, String keys) {
    assertLoopIsStopped(jdk, shape, shape, keys);
  }

  /** Three calls run, two are answered with a hint, the sixth is an error. */
  private void assertLoopIsStopped(Jdk jdk, String shape, String type, String keys) {
    assertLoopIsStoppedBy(jdk, shape, Programs.target(type, keys));
  }

  private void assertLoopIsStoppedBy(Jdk jdk, String shape, String config) {
    ProgramResult result =
        Programs.looping(jdk, shape, 6).agentConfig(folder, config).run(Programs.LIMIT);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).hasSize(6);
    assertThat(output.subList(0, 3)).containsOnly(Programs.RAN);
    assertThat(output.subList(3, 5)).allMatch(line -> line.startsWith("loop-detected: search"));
    assertThat(output.get(5)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.standardError()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }
}
