package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** The example of the documentation tells an agent that the one it called was stopped. */
class SubAgentIT {

  private static final Path PAGE = Path.of("../../docs/events.md");
  private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");

  @TempDir private File folder;

  @OnEachJdk(17)
  void itsModelReadsWhatHappened(Jdk jdk) throws IOException {
    compile(
        """
        import io.loopsentinel.*;
        public class Example implements Runnable {
          public void run() {
            EXAMPLE
          }
        }
        """
            .replace("EXAMPLE", example()));

    String output =
        JavaProgram.ofMain(SubAgentProgram.class)
            .on(jdk)
            .arguments(folder.getPath())
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
            .agentConfig(folder, "sentinel:\n  default: {escalation: [hint, terminate]}\n")
            .run(Duration.ofMinutes(2))
            .successful()
            .standardOutput();

    assertThat(output)
        .contains(" is told")
        .contains(
            "read: The librarian has no answer.",
            "A word from the operator: An agent was stopped: search called again after 3 matching");
  }

  private static String example() throws IOException {
    return JAVA.matcher(Files.readString(PAGE))
        .results()
        .map(block -> block.group(1))
        .filter(block -> block.contains("is told"))
        .reduce(
            (one, other) -> {
              throw new AssertionError("two examples");
            })
        .orElseThrow();
  }

  private void compile(String source) throws IOException {
    Path file = Files.writeString(folder.toPath().resolve("Example.java"), source);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", AgentJar.file().getPath(), file.toString()))
        .isZero();
  }
}
