package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SimilarityExtension;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Turns of a model that are compared by an extension. */
class ExtendedSimilarityIT {

  private static final String FOUND = "similar_turns in session s:";

  /** Texts without white space are of one word each, which differs. */
  private static final String NO_SPACE = "-";

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        extensions: ["%s"]
        detectors: {similar_turns: {similarity: 0.7, similarity_by: %s, min_score: 0.6}}
        targets:
          - {name: ask, kind: turn, type: %s, method: ask, text: return, session: '"s"'}
      """;

  @TempDir private File folder;

  @OnEachJdk
  void areFoundByTheSimilarityThatIsNamed(Jdk jdk) {
    assertThat(run(jdk, ExtendedRuns.MY_RULES, "pairs", NO_SPACE).standardError()).contains(FOUND);
  }

  @OnEachJdk(17)
  void areNotFoundWithoutIt(Jdk jdk) {
    assertThat(run(jdk, ExtendedRuns.MY_RULES, "none", NO_SPACE).standardError())
        .doesNotContain(FOUND);
  }

  @OnEachJdk(17)
  void areComparedByTheirWordsWhereItThrows(Jdk jdk) throws Exception {
    File jar =
        HarmfulExtensions.jar(
            folder, SimilarityExtension.class, HarmfulExtensions.ThrowingSimilarity.class);

    ProgramResult result = run(jdk, jar, "harmful", " ");

    assertThat(result.standardError())
        .contains(FOUND)
        .contains("extension harmful")
        .contains("LinkageError");
  }

  @OnEachJdk(17)
  void haveASimilarityThatAnExtensionBrings(Jdk jdk) {
    assertThat(run(jdk, ExtendedRuns.MY_RULES, "par", NO_SPACE).standardError())
        .contains("detectors.similar_turns.similarity_by: expected pairs, or none");
  }

  private ProgramResult run(Jdk jdk, File jar, String similarity, String separator) {
    String yaml =
        CONFIG.formatted(jar.getAbsolutePath(), similarity, TalkingProgram.class.getName());
    return JavaProgram.ofMain(TalkingProgram.class)
        .on(jdk)
        .agentConfig(folder, yaml)
        .arguments(separator)
        .run(Duration.ofMinutes(5));
  }
}
