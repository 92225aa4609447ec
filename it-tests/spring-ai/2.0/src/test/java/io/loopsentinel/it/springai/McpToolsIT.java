package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.springai.McpToolsProgram.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * Tools of an MCP server: Spring AI's callback, its name with a prefix, calls the client of the MCP
 * Java SDK, and both are guarded.
 */
@FullMatrix
class McpToolsIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @OnEachJdk
  void areCountedOnceAndHintedOnce(Jdk jdk) {
    ProgramResult result = program(jdk).agent().run(LIMIT);

    List<Outcome> outcomes = outcomes(result);
    assertThat(outcomes)
        .extracting(Outcome::answer)
        .containsExactly(
            ModelBehaviour.ANSWER,
            ModelBehaviour.ANSWER,
            ModelBehaviour.ANSWER,
            ModelBehaviour.ANSWER);
    // Two runs on each server, three searches in each.
    assertThat(outcomes).extracting(Outcome::searches).containsExactly(3, 6, 3, 6);
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(outcome.log().hints())
                    .singleElement()
                    .asString()
                    .contains("library_search has already run 3 times"));
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("finding "))
        .hasSize(4)
        .allMatch(line -> line.contains("library_search called again after 3 matching calls"));
  }

  @OnEachJdk(17)
  void goRoundWithoutTheAgent(Jdk jdk) {
    ProgramResult result = program(jdk).run(LIMIT);

    assertThat(outcomes(result)).extracting(Outcome::searches).containsExactly(8, 16, 8, 16);
  }

  private static JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(McpToolsProgram.class).on(jdk).jvmOptions(JavaProgram.QUICK_START);
  }

  private static List<Outcome> outcomes(ProgramResult result) {
    return result.successful().jsonLines(Outcome.class);
  }
}
