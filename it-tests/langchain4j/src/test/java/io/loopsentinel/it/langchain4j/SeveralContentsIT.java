package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;

/** Results of several contents have no text, but are compared like any other. */
@FullMatrix
class SeveralContentsIT {

  @OnEachJdk
  void areALoopWhereTheyStayTheSame(Jdk jdk) {
    ProgramResult result = guarded(jdk, false);

    assertThat(result.standardOutput()).isEqualToIgnoringNewLines(answerAfter(3));
    assertThat(result.agentLines())
        .anyMatch(line -> line.startsWith("repeat in session"))
        .noneMatch(line -> line.contains("output"));
  }

  @OnEachJdk
  void areNoneWhereTheyChangeAndNothingIsReported(Jdk jdk) {
    ProgramResult result = guarded(jdk, true);

    assertThat(result.standardOutput()).isEqualToIgnoringNewLines(answerAfter(9));
    assertThat(result.agentLines())
        .allMatch(line -> line.contains(" watches for ") || line.startsWith("guards "));
  }

  private static String answerAfter(int searches) {
    return ModelBehaviour.ANSWER + " " + searches + " searches";
  }

  private static ProgramResult guarded(Jdk jdk, boolean changing) {
    return JavaProgram.ofMain(SeveralContentsProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .agent()
        .arguments(Boolean.toString(changing))
        .run(Duration.ofMinutes(5));
  }
}
