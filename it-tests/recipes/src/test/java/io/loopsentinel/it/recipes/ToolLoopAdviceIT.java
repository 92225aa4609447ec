package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a web application answers a user whose agent was stopped. */
class ToolLoopAdviceIT {

  private static final Path PAGE = Path.of("../../docs/troubleshooting.md");
  private static final Path ADVICE =
      Path.of("src/test/java/io/loopsentinel/it/recipes/ToolLoopAdvice.java");

  @TempDir private File folder;

  @OnEachJdk
  void answersInThePlaceOfTheServersError(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(SpringMvcProgram.class)
            .on(jdk)
            .agentConfig(
                folder,
                """
                sentinel:
                  profiles: none
                  telemetry: {log: error}
                  default: {escalation: [abort]}
                  targets:
                    - {name: desk, kind: tool, method: dispatch, tool: arg0, args: arg1,
                       type: 'io.loopsentinel.it.recipes.SpringMvcProgram$Desk'}
                """)
            .run(Duration.ofMinutes(2));

    assertThat(result.standardOutput().lines())
        .as(result.standardError())
        .contains("502 I went round in circles and stopped. Please ask in another way.");
  }

  @Test
  void isTheOneOfThePage() throws Exception {
    String source = Files.readString(ADVICE);
    String shown = source.substring(source.indexOf("@RestControllerAdvice"));

    assertThat(Files.readString(PAGE)).contains("```java\n" + shown + "```");
  }
}
