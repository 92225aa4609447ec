package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;
import java.util.List;

/** A model that is told something from outside while it works. */
@FullMatrix
class ToldIT {

  private static final List<Version> VERSIONS =
      Version.tested().stream().filter(version -> version.isSince(Version.V1_0)).toList();

  @OnEachJdk
  void readsItBelowTheNextResult(Jdk jdk) {
    for (Version version : VERSIONS) {
      ProgramResult result = program(jdk, version, "search");

      assertThat(result.standardOutput())
          .as("%s: %s", version, result)
          .isEqualToIgnoringNewLines("[told by tool] after 3 requests");
      assertThat(result.agentLines())
          .anyMatch(line -> line.endsWith("a word from the operator is added to the result"));
    }
  }

  /** The answer about an unknown tool cannot carry it: its target has no {@code warned}. */
  @OnEachJdk
  void readsItInTheNextRequestWhereNoResultCanCarryIt(Jdk jdk) {
    for (Version version : VERSIONS) {
      ProgramResult result = program(jdk, version, "serach");

      assertThat(result.standardOutput())
          .as("%s: %s", version, result)
          .isEqualToIgnoringNewLines("[told by user] after 3 requests");
      assertThat(result.agentLines())
          .anyMatch(line -> line.endsWith("a word from the operator is added to the next request"));
    }
  }

  private static ProgramResult program(Jdk jdk, Version version, String tool) {
    return JavaProgram.ofMain(ToldProgram.class)
        .on(jdk)
        .classPath(version.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .arguments(tool)
        .agent()
        .run(Duration.ofMinutes(5));
  }
}
