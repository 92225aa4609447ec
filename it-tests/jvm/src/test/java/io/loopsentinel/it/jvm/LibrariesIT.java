package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.LibrariesProgram;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

@FullMatrix(onEachJdk = true)
class LibrariesIT {

  @TempDir private File folder;

  /** Byte Buddy 1.14.9 knows no Java 25; the property lets it try, with or without the agent. */
  @OnEachJdk
  void leavesTheApplicationItsVersionsOfTheAgentsLibraries(Jdk jdk) {
    JavaProgram program =
        JavaProgram.ofMain(LibrariesProgram.class)
            .on(jdk)
            .jvmOptions("-Dnet.bytebuddy.experimental=true");
    String config =
        Programs.target("Plain", "method: execute, tool: arg0.tool, args: arg0.arguments");

    List<String> without = program.run(Programs.LIMIT).standardOutput().lines().toList();
    ProgramResult guarded = program.agentConfig(folder, config).run(Programs.LIMIT);
    List<String> with = guarded.standardOutput().lines().toList();

    assertThat(without)
        .containsExactly(
            "generated",
            "{a=[1, 2]}",
            "1",
            "2.15.4",
            "byte-buddy-1.14.9.jar",
            "snakeyaml-1.33.jar",
            "jackson-databind-2.15.4.jar",
            "false",
            "false",
            "false",
            "false");
    assertThat(with.subList(0, 10)).isEqualTo(without.subList(0, 10));
    assertThat(with.get(10)).isEqualTo("true");
    assertThat(guarded.agentLines()).isEmpty();
  }
}
