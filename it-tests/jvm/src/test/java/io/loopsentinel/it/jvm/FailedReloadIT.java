package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.FailedReloadProgram;
import io.loopsentinel.it.jvm.program.FaultAgent;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A reload that fails while a good configuration is applied. */
@FullMatrix
class FailedReloadIT {

  @TempDir private File folder;

  @OnEachJdk(17)
  void isDoneByTheNextReloadOfTheSameFile(Jdk jdk) throws Exception {
    ProgramResult result =
        JavaProgram.ofMain(FailedReloadProgram.class)
            .on(jdk)
            .agentConfig(folder, FailedReloadProgram.config(1))
            .jvmOptions(
                "-javaagent:%s=%s"
                    .formatted(
                        AgentJars.write(folder, FaultAgent.class),
                        FaultInjectionIT.bootJar(folder)))
            .arguments(folder.getPath())
            .run(Programs.LIMIT);

    List<String> lines = result.standardOutput().lines().toList();
    assertThat(lines).as("%s", result).hasSizeGreaterThan(2);
    assertThat(lines).allMatch(line -> line.endsWith(": failed, applied"));
  }
}
