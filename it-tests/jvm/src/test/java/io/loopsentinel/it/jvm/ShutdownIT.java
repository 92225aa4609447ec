package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.EndingProgram;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** A JVM in which tools are called while it ends. */
class ShutdownIT {

  @TempDir private File folder;

  @OnEachJdk
  void guardsCallsInShutdownHooksOfTheApplicationAfterItsOwnHasClosedTheSinks(Jdk jdk)
      throws Exception {
    File audit = new File(folder, "audit.jsonl");
    String config =
        Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: global")
            .replace("{log: error}", "{log: info, audit: {file: " + audit + "}}");

    ProgramResult result =
        JavaProgram.ofMain(EndingProgram.class)
            .on(jdk)
            .arguments("4", "1")
            .agentConfig(folder, config)
            .run(Programs.LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.standardOutput().lines())
        .hasSize(5)
        .filteredOn(Programs.RAN::equals)
        .hasSize(3);
    assertThat(Files.readAllLines(audit.toPath()))
        .filteredOn(line -> line.contains("\"loop.detected\""))
        .hasSize(1);
    assertThat(result.agentLines())
        .contains("summary: 4 calls seen, 1 stopped; findings: repeat 1")
        .last()
        .asString()
        .startsWith("repeat in session global: search called again")
        .contains("finding 2");
  }
}
