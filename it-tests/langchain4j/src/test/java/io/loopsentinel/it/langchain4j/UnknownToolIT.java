package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;
import java.util.List;

/** A tool that does not exist, of an assistant that tells its model so each time. */
@FullMatrix
class UnknownToolIT {

  private static final List<Version> VERSIONS =
      Version.tested().stream().filter(version -> version.isSince(Version.V1_0)).toList();

  @OnEachJdk
  void isAnsweredWithAHintAtTheFourthEqualCall(Jdk jdk) {
    for (Version version : VERSIONS) {
      ProgramResult result = program(jdk, version, "serach").agent().run(Duration.ofMinutes(5));

      assertThat(result.standardOutput())
          .as("%s: %s", version, result)
          .isEqualToIgnoringNewLines(
              "told by tool after 5 requests" + (version == Version.NEWEST ? ", marked" : ""));
    }
  }

  @OnEachJdk
  void hasTheMarkOfTheHintAboutAKnownTool(Jdk jdk) {
    ProgramResult result =
        program(jdk, Version.NEWEST, "search").agent().run(Duration.ofMinutes(5));

    assertThat(result.standardOutput())
        .isEqualToIgnoringNewLines("told by tool after 5 requests, marked");
  }

  /** The answer about an unknown tool cannot carry a warning: its target has no {@code warned}. */
  @OnEachJdk
  void isWarnedAboutInTheNextRequest(Jdk jdk) {
    for (Version version : VERSIONS) {
      ProgramResult result =
          program(jdk, version, "serach")
              .agentArguments("default.action=warn")
              .run(Duration.ofMinutes(5));

      assertThat(result.standardOutput())
          .as("%s: %s", version, result)
          .isEqualToIgnoringNewLines("told by user after 5 requests");
      assertThat(result.agentLines())
          .noneMatch(line -> line.contains("is switched off") || line.contains("inject"));
    }
  }

  private static JavaProgram program(Jdk jdk, Version version, String tool) {
    return JavaProgram.ofMain(UnknownToolProgram.class)
        .on(jdk)
        .arguments(tool)
        .classPath(version.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
  }
}
