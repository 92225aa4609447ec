package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.AsynchronousProgram;
import java.io.File;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Dispatchers whose results come later, by the application's own libraries. */
@FullMatrix(onEachJdk = true)
class AsynchronousIT {

  private static final List<String> TYPES = List.of("future", "mono", "single", "flow");

  @TempDir private File folder;

  @OnEachJdk
  void answersALoopByTheTypeOfItsDispatcher(Jdk jdk) {
    for (String type : TYPES) {
      ProgramResult result = run(jdk, type, "search", 6);

      List<String> output = result.standardOutput().lines().toList();
      assertThat(output).as(type).hasSize(6);
      assertThat(output.subList(0, 3)).containsOnly(Programs.RAN);
      assertThat(output.subList(3, 5)).allMatch(line -> line.startsWith("loop-detected: search"));
      assertThat(output.get(5)).isEqualTo("error io.loopsentinel.ToolLoopError");
      assertThat(result.applicationErrorLines()).isEmpty();
      assertThat(result.agentLines()).hasSize(3).allMatch(line -> line.contains("repeat in"));
    }
  }

  @OnEachJdk
  void seesFailuresThatComeLater(Jdk jdk) {
    for (String type : TYPES) {
      ProgramResult result = run(jdk, type, "broken", 3);

      assertThat(result.standardOutput().lines())
          .as(type)
          .isEqualTo(Collections.nCopies(3, "error java.lang.IllegalStateException"));
      assertThat(result.agentLines())
          .singleElement()
          .asString()
          .contains("broken failed 3 times running");
    }
  }

  private ProgramResult run(Jdk jdk, String type, String tool, int calls) {
    String target =
        "{name: acme, kind: tool, type: %s, method: %s, tool: arg0, args: arg1, session: global}"
            .formatted(AsynchronousProgram.class.getName(), type);
    return JavaProgram.ofMain(AsynchronousProgram.class)
        .on(jdk)
        .arguments(type, tool, Integer.toString(calls))
        .agentConfig(folder, Programs.targets("warn", target))
        .run(Programs.LIMIT);
  }
}
