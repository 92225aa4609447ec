package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.LoggedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The first guarded call, for which most of the agent is set up. */
class FirstCallIT {

  @TempDir private File folder;

  @OnEachJdk
  void keepsNoThreadFromLoadingAClassWithATarget(Jdk jdk) throws IOException {
    // given
    Path service = folder.toPath().resolve("META-INF/services/java.lang.System$LoggerFinder");
    Files.createDirectories(service.getParent());
    Files.writeString(service, LoggedProgram.Finder.class.getName());

    // when
    ProgramResult result =
        JavaProgram.ofMain(LoggedProgram.class)
            .on(jdk)
            .classPath(TestClasses.folder(), folder)
            .agentConfig(folder, Programs.targets("error", target("First"), target("Second")))
            .run(Programs.LIMIT)
            .successful();

    // then
    assertThat(result.standardOutput().lines()).containsOnly("loaded", "search ran");
  }

  private static String target(String type) {
    return "{name: %s, type: %s$%s, kind: tool, method: dispatch, tool: arg0, session: thread}"
        .formatted(type, LoggedProgram.class.getName(), type);
  }
}
