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
    ProgramResult result = run(jdk, "search", 6);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).as("%s", result).hasSize(6 * TYPES.size());
    for (int i = 0; i < TYPES.size(); i++) {
      Programs.assertLoopIsStopped(TYPES.get(i), output.subList(6 * i, 6 * i + 6));
    }
    assertThat(result.applicationErrorLines()).isEmpty();
    assertAgentSays(result, 3, "repeat in");
  }

  @OnEachJdk
  void seesFailuresThatComeLater(Jdk jdk) {
    ProgramResult result = run(jdk, "broken", 3);

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .isEqualTo(Collections.nCopies(3 * TYPES.size(), "error java.lang.IllegalStateException"));
    assertAgentSays(result, 1, "broken failed 3 times running");
  }

  /** Asserts so many lines of the agent, with these words, for each type. */
  private static void assertAgentSays(ProgramResult result, int times, String words) {
    assertThat(result.agentLines()).hasSize(times * TYPES.size());
    assertThat(TYPES)
        .allSatisfy(
            type ->
                assertThat(result.agentLines())
                    .filteredOn(line -> line.contains("session " + type) && line.contains(words))
                    .hasSize(times));
  }

  private ProgramResult run(Jdk jdk, String tool, int calls) {
    String[] targets =
        TYPES.stream()
            .map(
                type ->
                    "{name: %s, kind: tool, type: %s, method: %s, tool: arg0, args: arg1, session: '\"%s\"'}"
                        .formatted(type, AsynchronousProgram.class.getName(), type, type))
            .toArray(String[]::new);
    return JavaProgram.ofMain(AsynchronousProgram.class)
        .on(jdk)
        .arguments(String.join(",", TYPES), tool, Integer.toString(calls))
        .agentConfig(folder, Programs.targets("warn", targets))
        .run(Programs.LIMIT);
  }
}
