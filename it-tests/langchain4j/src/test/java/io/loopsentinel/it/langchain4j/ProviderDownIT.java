package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A provider that answers with status 503 for a while. */
@FullMatrix
class ProviderDownIT {

  private static final String CONFIG =
      """
      sentinel:
        breaker: {mode: MODE, failures: 5, calls: 5, open_for: 5s}
        detectors: {error: {enabled: false}, stagnation: {enabled: false}, similar_calls: {enabled: false}}
      """;

  private static final String FAILURE = "InternalServerException";

  @TempDir private File folder;

  @OnEachJdk
  void isNotAskedAfterFiveFailuresUntilItIsTriedAgain(Jdk jdk) {
    ProgramResult result = run(jdk, "enforce");

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .containsExactlyElementsOf(
            lines(
                List.of("remote after 7 requests"),
                Collections.nCopies(5, FAILURE),
                List.of(ProviderDownProgram.REFUSED, "5 requests", "local", "remote")));
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("provider "))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains(
                        "provider dev.langchain4j.model.openai.OpenAiChatModel is unavailable: 5 of"
                            + " its last 5 turns failed",
                        FAILURE,
                        "its turns fail at once for 5 s"),
            line -> assertThat(line).contains("OpenAiChatModel has recovered"));
  }

  @OnEachJdk
  void isOnlyToldInModeObserve(Jdk jdk) {
    ProgramResult result = run(jdk, "observe");

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .containsExactlyElementsOf(
            lines(
                List.of("remote after 7 requests"),
                Collections.nCopies(6, FAILURE),
                List.of("6 requests", "local", "remote")));
    assertThat(result.agentLines()).anyMatch(line -> line.contains("would fail at once for 5 s"));
  }

  private static List<String> lines(List<String> first, List<String> failures, List<String> last) {
    return Stream.of(first, failures, last).flatMap(List::stream).toList();
  }

  private ProgramResult run(Jdk jdk, String mode) {
    return JavaProgram.ofMain(ProviderDownProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .agentConfig(folder, CONFIG.replace("MODE", mode))
        .run(Duration.ofMinutes(5));
  }
}
