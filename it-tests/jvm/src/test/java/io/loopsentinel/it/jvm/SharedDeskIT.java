package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.SharedDeskProgram;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What one caller, decorator or listener does, and what comes of it for all others. */
@FullMatrix(onEachJdk = true)
class SharedDeskIT {

  private static final String PROGRAM = "io.loopsentinel.it.jvm.program.SharedDeskProgram";

  @TempDir private File folder;

  @OnEachJdk
  void aCallerWhoseValuesThrowRunsUnguardedAlone(Jdk jdk) {
    ProgramResult result = run(jdk, "", "callers");

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .containsExactly("ann: ran", "ann: ran", "ann: ran", "ann: hint");
    assertThat(result.agentLines())
        .noneMatch(line -> line.contains("is switched off"))
        .filteredOn(
            line -> line.startsWith("target desk") && line.contains("this call goes on unguarded"))
        .as("one line for each cause")
        .hasSize(3);
  }

  @OnEachJdk
  void aCallThroughFiftyProxiesIsOneCall(Jdk jdk) {
    for (String proxies : List.of("10", "50")) {
      ProgramResult result = run(jdk, "", "proxies", proxies);

      assertThat(result.standardOutput().lines())
          .as("%s", result)
          .containsExactly("ran", "ran", "ran", "hint", "bodies 3");
    }
  }

  @OnEachJdk(17)
  void aListenerThatBlocksSilencesNobodyElse(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");

    ProgramResult result =
        run(jdk, "telemetry: {log: warn, audit: {file: '%s'}}".formatted(audit), "listeners");

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .endsWith("heard of more than 500 loops");
    try (Stream<String> lines = Files.lines(audit.toPath())) {
      assertThat(lines.filter(line -> line.contains("loop.detected")).count()).isGreaterThan(500);
    }
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("events, listener ") && line.contains("some are dropped"));
  }

  private ProgramResult run(Jdk jdk, String settings, String... arguments) {
    String config =
        """
        sentinel:
          profiles: none
          SETTINGS
          targets:
            - {name: desk, kind: tool, type: PROGRAM, method: dispatch, tool: arg0.tool, args: '{}', session: arg0.session, labels: {user: arg0.user}}
            - {name: tool, kind: tool, type: PROGRAM$Tool, subtypes: true, method: execute, tool: arg0, args: arg1, session: thread}
        """
            .replace("SETTINGS", settings)
            .replace("PROGRAM", PROGRAM);
    return JavaProgram.ofMain(SharedDeskProgram.class)
        .on(jdk)
        .arguments(arguments)
        .agentConfig(folder, config)
        .run(Programs.LIMIT);
  }
}
