package io.loopsentinel.it.library;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.Sentinel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The example of docs/library.md, which this module compiles against the engine's jar. */
class LibraryPageIT {

  private static final Path SOURCES = Path.of("src/main/java/com/acme/support");

  @Test
  void showsTheSourcesAndWhatTheProgramPrints() throws Exception {
    String page = Files.readString(Path.of("../../docs/library.md"));

    for (String file : List.of("SupportAgent.java", "Sentinels.java")) {
      assertThat(page).contains("```java\n" + Files.readString(SOURCES.resolve(file)) + "```");
    }
    assertThat(page).contains("```text\n" + run() + "```");
  }

  /** Not against the classes of a build that has not made it. */
  @Test
  void isCompiledAgainstTheJarOfTheVersionThatThePageNames() throws IOException {
    String page = Files.readString(Path.of("../../docs/library.md"));
    String version = page.substring(page.indexOf("<version>") + 9, page.indexOf("</version>"));

    assertThat(Sentinel.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("loop-sentinel-engine-" + version + ".jar");
  }

  private static String run() throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.acme.support.SupportAgent")
            .redirectErrorStream(true)
            .start();
    String printed = new String(program.getInputStream().readAllBytes(), UTF_8);
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as(printed).isZero();
    return printed.replace(System.lineSeparator(), "\n");
  }
}
