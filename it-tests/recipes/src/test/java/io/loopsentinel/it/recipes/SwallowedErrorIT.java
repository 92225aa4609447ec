package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.agent.Agent;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A framework that hands the text of errors to the model, too. */
@FullMatrix
class SwallowedErrorIT {

  private static final Page PAGE = Page.of("troubleshooting.md");

  @TempDir private File folder;

  @OnEachJdk
  void goesOnAfterAnError(Jdk jdk) {
    String withoutThrows = configuration().replaceFirst(" +throws: .*\n", "");

    ProgramResult result = agent(jdk, withoutThrows);

    assertThat(result.successful().standardOutput())
        .contains("No answer within 10 turns", "io.loopsentinel.ToolLoopError: loop-detected");
  }

  @OnEachJdk
  void endsWithAnExceptionOfItsOwn(Jdk jdk) {
    List<Console> consoles = PAGE.consoles();

    ProgramResult result = agent(jdk, configuration());

    assertThat(result.exitCode()).isEqualTo(1);
    consoles.get(consoles.size() - 1).assertShownIn(result.standardError());
  }

  private static String configuration() {
    List<String> files = PAGE.files();
    return files.get(files.size() - 1);
  }

  private ProgramResult agent(Jdk jdk, String configuration) {
    return JavaProgram.ofMain(Agent.class)
        .on(jdk)
        .agentConfig(folder, configuration)
        .run(Console.LIMIT);
  }
}
