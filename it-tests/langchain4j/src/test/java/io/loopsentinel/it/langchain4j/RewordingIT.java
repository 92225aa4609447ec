package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Searches in other words that find nothing, with the sentence model. */
@FullMatrix
class RewordingIT {

  private static final File JAR = new File("../../embeddings/target/loop-sentinel-embeddings.jar");

  private static final String CONFIG =
      """
      sentinel:
        extensions: ["%s"]
        detectors:
          similar_calls: {searches: 0, similarity_by: minilm}
          similar_turns: {similarity_by: minilm}
          stagnation: {enabled: false}
      """;

  @TempDir private File folder;

  @OnEachJdk(17)
  void areWarnedAboutIfTheyMeanTheSame(Jdk jdk) {
    ProgramResult result = run(jdk, JAR, false);

    assertThat(result.standardOutput()).as("%s", result).contains("arguments that mean the same");
    assertThat(result.agentLines()).anyMatch(line -> line.contains("similar_calls in session"));
  }

  @OnEachJdk(17)
  void areNotWarnedAboutIfNumbersDiffer(Jdk jdk) {
    ProgramResult result = run(jdk, JAR, true);

    assertThat(result.standardOutput())
        .as("%s", result)
        .isEqualToIgnoringNewLines(RewordingProgram.NOTHING_SAID);
    assertThat(result.agentLines()).noneMatch(line -> line.contains("in session"));
  }

  @OnEachJdk(17)
  void areRefusedWithoutTheJar(Jdk jdk) {
    File absent = new File(folder, "loop-sentinel-embeddings.jar");

    ProgramResult result = run(jdk, absent, false);

    assertThat(result.standardError())
        .contains("extensions: \"" + absent.getPath() + "\" there is no such file");
    assertThat(result.exitCode()).isNotZero();
  }

  private ProgramResult run(Jdk jdk, File jar, boolean many) {
    return JavaProgram.ofMain(RewordingProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .agentConfig(folder, CONFIG.formatted(jar.getPath()))
        .arguments(Boolean.toString(many))
        .run(Duration.ofMinutes(5));
  }
}
