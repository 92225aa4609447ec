package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code inspect} writes, unchanged, instead of the profile. Quarkus
 * runs no tool in a token stream.
 */
@FullMatrix
class OwnFileIT {

  private static final File LIBRARIES = new File("target/quarkus-app/lib/main");
  private static final String FILE = OwnFile.of(jars());

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(List.of("ToolExecutor.executeWithContext", "ChatModel.chat"));
  }

  @OnEachJdk(17)
  void stopsTheLoopByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            REQUESTED: 3 calls run, 5 requests, 1 hints, 1 answers
            WRAPPED: 3 calls run, 5 requests, 1 hints, 1 answers
            VIRTUAL_THREAD: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED_TO_REQUEST: 3 calls run, 5 requests, 1 hints, 1 answers
            RETRIED: 3 calls run, 5 requests, 1 hints, 1 answers
            TOKEN_STREAM: 0 calls run, 13 requests, 0 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            REQUESTED: 12 calls run, 16 requests, 0 hints, 4 answers
            WRAPPED: 12 calls run, 16 requests, 0 hints, 4 answers
            VIRTUAL_THREAD: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED_TO_REQUEST: 12 calls run, 16 requests, 0 hints, 4 answers
            RETRIED: 12 calls run, 16 requests, 0 hints, 4 answers
            TOKEN_STREAM: 0 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }

  private static Stream<String> jars() {
    String[] names = Objects.requireNonNull(LIBRARIES.list());
    return Stream.of(names)
        .filter(name -> name.matches("(io\\.quarkiverse\\.langchain4j|dev\\.langchain4j)\\..*"))
        .sorted()
        .map(name -> new File(LIBRARIES, name).getPath());
  }
}
