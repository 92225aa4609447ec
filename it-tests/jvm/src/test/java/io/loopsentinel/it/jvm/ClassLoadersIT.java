package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.ConcurrentProgram;
import io.loopsentinel.it.jvm.program.IsolatedProgram;
import java.io.File;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders of the application that are not like the usual one. */
class ClassLoadersIT {

  private static final String TARGET =
      "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments";

  @TempDir private File folder;

  @OnEachJdk
  void guardsClassesThatSeeNothingButTheJdkAndLetsThemGo(Jdk jdk) {
    JavaProgram program =
        JavaProgram.ofMain(IsolatedProgram.class)
            .on(jdk)
            .arguments("Decorator", "6")
            .agentConfig(folder, Programs.target("Tool", TARGET));

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput().lines().toList())
        .hasSize(7)
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN)
        .endsWith("error io.loopsentinel.ToolLoopError", "collected");
    assertThat(result.standardError()).isEmpty();
  }

  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void letsClassesGoWhoseResultsAreKept(Jdk jdk) {
    String reusing = "  overrides: {search: {reuse: {ttl: 24h}}}\n";
    JavaProgram program =
        JavaProgram.ofMain(IsolatedProgram.class)
            .on(jdk)
            .arguments("Plain", "2")
            .agentConfig(folder, Programs.target("Tool", TARGET, "session: global") + reusing);

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            Programs.RAN,
            "loop-detected: search was called with these arguments before and not called again;"
                + " this is the earlier result:",
            "",
            Programs.RAN,
            "collected");
  }

  /**
   * Loading what rewrites classes inside class loading, on many threads at once, must not deadlock.
   */
  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void guardsClassesThatManyThreadsLoadAtOnce(Jdk jdk) {
    for (int round = 0; round < 3; round++) {
      JavaProgram program =
          JavaProgram.ofMain(ConcurrentProgram.class)
              .on(jdk)
              .arguments("24")
              .agentConfig(folder, Programs.target("Tool", TARGET));

      ProgramResult result = program.run(Programs.LIMIT);

      assertThat(result.standardOutput().lines())
          .containsExactlyElementsOf(Stream.generate(() -> "stopped").limit(24).toList());
      assertThat(result.standardError()).isEmpty();
      assertThat(result.exitCode()).isZero();
    }
  }
}
