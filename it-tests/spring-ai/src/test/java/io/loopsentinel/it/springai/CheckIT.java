package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;

/** What {@code check} says of the framework's own class path, with nothing configured. */
@FullMatrix
class CheckIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @OnEachJdk
  void findsTheTargetsOfTheProfileAndThatTheirExpressionsFit(Jdk jdk) {
    ProgramResult checked =
        JavaProgram.ofJar(AgentJar.file())
            .on(jdk)
            .arguments("check", "--verbose", System.getProperty("java.class.path"))
            .run(LIMIT);

    assertThat(checked.exitCode()).as("%s", checked).isZero();
    assertThat(checked.standardError()).isEmpty();
    assertThat(checked.standardOutput())
        .contains("\nprofile langchain4j: not found on this class path\n")
        .containsPattern("\nprofile spring-ai: (\\d+ of \\d+|all \\d+) targets match")
        .contains(
            "\n"
                + "org.springframework.ai.tool.method.MethodToolCallback.call(String, ToolContext):"
                + " String as tool target spring-ai-tool (profile spring-ai:")
        .contains("  tool          this.getToolDefinition().name() -> java.lang.String\n")
        .contains("  hint          returns the String that result builds\n")
        .contains("\norg.springframework.ai.openai.OpenAiChatModel.call(Prompt): ChatResponse as ")
        .doesNotContain("problem:", "at run time: profile spring-ai", "  warning ")
        .endsWith(" methods would be guarded, no problem.\n");
  }
}
