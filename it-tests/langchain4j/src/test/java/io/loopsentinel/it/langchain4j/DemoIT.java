package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.demo.Demo;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's demonstration prints what the README shows. */
class DemoIT {

  private static final Pattern SESSION =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} of run 1-[0-9a-f]{8}");

  /** More than a second may pass between the first guarded class and the last on a slow machine. */
  private static final Pattern EARLIER_GUARDS =
      Pattern.compile("(?m)^ +guards LangChain4j .*\\R(?= +guards LangChain4j )");

  @Test
  void printsWhatTheReadmeShows() throws IOException {
    ProgramResult demo =
        JavaProgram.ofMain(Demo.class)
            .jvmOptions("-Dloopsentinel.jar=" + AgentJar.file())
            .run(Duration.ofMinutes(2));

    assertThat(demo.exitCode()).isZero();
    assertThat(readme()).contains("```text\n" + shown(demo.standardOutput()).strip());
  }

  private static String shown(String output) {
    return EARLIER_GUARDS.matcher(sessionless(output)).replaceAll("");
  }

  private static String readme() throws IOException {
    File root = AgentJar.file().getParentFile().getParentFile().getParentFile();
    return sessionless(Files.readString(new File(root, "README.md").toPath()))
        .replace("```text\n  A customer", "```text\nA customer");
  }

  private static String sessionless(String text) {
    return SESSION.matcher(text).replaceAll("SESSION");
  }
}
