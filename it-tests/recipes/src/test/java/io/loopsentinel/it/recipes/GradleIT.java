package io.loopsentinel.it.recipes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.ShellCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The task {@code run} of Gradle, where the machine has one. */
@FullMatrix
class GradleIT {

  @TempDir private File folder;

  /** Gradle 4.4.1, which Debian has for JDK 17, does not run on newer ones. */
  @OnEachJdk(17)
  void stopsTheLoopOfTheTaskRun(Jdk jdk) throws IOException {
    assumeTrue(
        ShellCommand.of("command -v gradle", folder).run(Console.LIMIT).exitCode() == 0,
        "no Gradle here");
    Project.copy("gradle", folder);
    Project.copyShop(folder);
    Path libraries = Files.createDirectory(folder.toPath().resolve("libs"));
    for (Path library : Archives.libraries()) {
      Files.copy(library, libraries.resolve(library.getFileName()));
    }
    Console console = Page.recipe("Gradle").consoles().get(0);

    ProgramResult result =
        console
            .in(folder)
            .on(jdk)
            .environment("GRADLE_USER_HOME", folder + "/home")
            .environment("GRADLE_OPTS", "-Dorg.gradle.daemon=false")
            .run(Console.LIMIT);

    console.assertStoppedIn(result.successful().standardOutput());
  }
}
