package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.SteeredProgram;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** The agent is taken out of a JVM that goes on. */
class DetachIT {

  @TempDir private File folder;

  @OnEachJdk
  void leavesNothingOfItselfBehind(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");
    String config =
        """
        sentinel:
          profiles: none
          reload: 1s
          telemetry: {audit: {file: '%s'}}
          targets:
            - {name: plain, kind: tool, type: 'io.loopsentinel.it.jvm.program.Dispatchers$Plain',
               method: execute, tool: arg0.tool, args: arg0.arguments, session: '"main"'}
            - {name: task, kind: run, type: 'io.loopsentinel.it.jvm.program.SteeredProgram',
               method: ask, session: '"main"'}
        """
            .formatted(audit.getPath());

    ProgramResult result =
        JavaProgram.ofMain(SteeredProgram.class)
            .on(jdk)
            .agentConfig(folder, config)
            .jvmOptions("-XX:SoftRefLRUPolicyMSPerMB=0")
            .arguments(
                "none",
                "ask",
                "call Plain",
                "call Plain",
                "call Plain",
                "detach",
                "threads",
                "call Plain")
            .run(Programs.LIMIT);

    assertThat(result.standardOutput().lines().toList())
        .as(result.standardError())
        .hasSize(9)
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN)
        .endsWith(
            "registered false",
            "equal true",
            "class loader collected true",
            "threads []",
            Programs.RAN);
    assertThat(result.agentLines())
        .anyMatch(line -> line.startsWith("summary: 4 calls seen, 1 stopped"))
        .anyMatch(line -> line.startsWith("guards NOTHING from now on: detached"));
    assertThat(Files.readString(audit.toPath())).contains("loop.detected", "agent.switched");
  }
}
