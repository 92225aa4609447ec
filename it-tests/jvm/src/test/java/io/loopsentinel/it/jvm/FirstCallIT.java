package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.CallingServerProgram;
import io.loopsentinel.it.jvm.program.LoggedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The first guarded call, for which most of the agent is set up. */
@FullMatrix(onEachJdk = true)
class FirstCallIT {

  @TempDir private File folder;

  @OnEachJdk
  void keepsNoThreadFromLoadingAClassWithATarget(Jdk jdk) throws IOException {
    ProgramResult result = run(jdk, false);

    assertThat(result.standardOutput().lines())
        .containsExactly("the other thread is done", "search ran");
    assertThat(result.standardError()).doesNotContain("unguarded");
  }

  @OnEachJdk(17)
  void keepsNoOtherCallWaitingForEver(Jdk jdk) throws IOException {
    ProgramResult result = run(jdk, true);

    assertThat(result.standardOutput().lines())
        .containsExactlyInAnyOrder("the other thread is done", "search ran");
    assertThat(result.agentLines()).anyMatch(line -> line.contains("continues unguarded"));
  }

  @OnEachJdk
  void doesNotWaitForCallsOfTheServerThatItsOwnNeeds(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(CallingServerProgram.class)
            .on(jdk)
            .agentConfig(
                folder,
                Programs.targets(
                    "warn",
                    "{name: tool, kind: tool, method: dispatch, tool: arg0, session: '\"main\"',"
                        + " type: io.loopsentinel.it.jvm.program.CallingServerProgram}"))
            .run(Programs.LIMIT)
            .successful();

    assertThat(result.standardOutput().lines())
        .startsWith("search ran, and the tool of the server has run")
        .last()
        .asString()
        .startsWith("loop-detected");
    assertThat(result.standardError()).doesNotContain("unguarded");
  }

  private ProgramResult run(Jdk jdk, boolean calls) throws IOException {
    Path service = folder.toPath().resolve("META-INF/services/java.lang.System$LoggerFinder");
    Files.createDirectories(service.getParent());
    Files.writeString(service, LoggedProgram.Finder.class.getName());
    return JavaProgram.ofMain(LoggedProgram.class)
        .on(jdk)
        .arguments(Boolean.toString(calls))
        .classPath(TestClasses.folder(), folder)
        .agentConfig(folder, Programs.targets("warn", target("First"), target("Second")))
        .run(Programs.LIMIT)
        .successful();
  }

  private static String target(String type) {
    return "{name: %s, type: %s$%s, kind: tool, method: dispatch, tool: arg0, session: thread}"
        .formatted(type, LoggedProgram.class.getName(), type);
  }
}
