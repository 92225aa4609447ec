package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.AskingProgram;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Warnings are put into the arguments of methods that ask a model. */
@FullMatrix(onEachJdk = true)
class InjectionIT {

  private static final String MODEL = AskingProgram.class.getName() + "$Model";
  private static final String WITH_MESSAGE =
      "new "
          + AskingProgram.class.getName()
          + "$Request(REQUEST.conversation, append(REQUEST.messages, message))";

  @TempDir private File folder;

  /** Three calls count, the next two are told in the request after them, the sixth is an error. */
  @OnEachJdk
  void tellsTheModelOfACallThatNobodyDispatches(Jdk jdk) {
    String target =
        "{name: acme, kind: turn, type: "
            + MODEL
            + ", method: ask, session: arg1.conversation, tool: \"return.tools[*]\", inject: {arg1: \""
            + WITH_MESSAGE.replace("REQUEST", "arg1")
            + "\"}}";

    ProgramResult result = run(jdk, "ask", 7, target);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).hasSize(7);
    assertThat(output.subList(0, 4)).containsOnly("1 hello 70.5");
    assertThat(output.subList(4, 6))
        .allMatch(line -> line.startsWith("2 loop-detected: serach") && line.endsWith(" 70.5"));
    assertThat(output.get(6)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.standardError()).isEmpty();
  }

  /** A budget that warns needs no tool: the warning waits, and a static method carries it. */
  @OnEachJdk(17)
  void tellsTheModelThatItsTurnsAreUsedUp(Jdk jdk) {
    String target =
        "{name: acme, kind: turn, type: "
            + MODEL
            + ", method: count, session: arg0.conversation, output_tokens: return, inject: {arg0: \""
            + WITH_MESSAGE.replace("REQUEST", "arg0")
            + "\"}}\n  default: {action: warn}\n  budget: {turns: 1}";

    ProgramResult result = run(jdk, "count", 3, target);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).hasSize(3);
    assertThat(output.subList(0, 2)).containsOnly("1 hello");
    assertThat(output.get(2)).startsWith("2 loop-detected: ");
    assertThat(result.standardError()).isEmpty();
  }

  private ProgramResult run(Jdk jdk, String method, int requests, String target) {
    return JavaProgram.ofMain(AskingProgram.class)
        .on(jdk)
        .arguments(method, Integer.toString(requests))
        .jvmOptions("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
        .agentConfig(folder, Programs.targets("error", target))
        .run(Programs.LIMIT);
  }
}
