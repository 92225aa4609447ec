package io.loopsentinel.it.springai;

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

/** A provider that answers with status 503 for a while, behind a tool that fails, too. */
class ProviderDownIT {

  private static final String CONFIG =
      """
      sentinel:
        breaker: {mode: enforce, failures: 5, calls: 5, open_for: 5s}
      """;

  @TempDir private File folder;

  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void isNotAskedAfterFiveFailuresUntilItIsTriedAgain(Jdk jdk) {
    assertUnavailable(run(jdk, "called"));
  }

  @FullMatrix
  @OnEachJdk
  void isNotAskedAfterFiveStreamsThatFailed(Jdk jdk) {
    assertUnavailable(run(jdk, "streamed"));
  }

  private static void assertUnavailable(ProgramResult result) {
    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .containsExactlyElementsOf(
            Stream.of(
                    Collections.nCopies(6, "UncheckedIOException"),
                    List.of("6 requests"),
                    Collections.nCopies(5, "failed"),
                    List.of(ProviderDownProgram.REFUSED, "5 requests", "answered"))
                .flatMap(List::stream)
                .toList());
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("provider "))
        .satisfiesExactly(
            line -> assertThat(line).contains("OpenAiChatModel is unavailable: 5 of its last 5"),
            line -> assertThat(line).contains("OpenAiChatModel has recovered"));
  }

  private ProgramResult run(Jdk jdk, String way) {
    return JavaProgram.ofMain(ProviderDownProgram.class)
        .on(jdk)
        .arguments(way)
        .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
        .agentConfig(folder, CONFIG)
        .run(Duration.ofMinutes(5));
  }
}
