package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes of the file that {@code inspect} writes, unchanged, instead of the profile. */
@FullMatrix
class OwnFileIT {

  /** Of an application that asks one provider, as those of these tests do. */
  private static final String FILE =
      OwnFile.of("/dev/langchain4j/(?!langchain4j-(anthropic|google))[^.]*/[^/]*/langchain4j-");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(List.of("ToolService.internalExecuteTool", "ChatModel.chat"));
  }

  @OnEachJdk(17)
  void stopsTheLoopByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            SYNCHRONOUS: 3 calls run, 5 requests, 1 hints, 1 answers
            CONCURRENT: 7 calls run, 5 requests, 1 hints, 1 answers
            STREAMING: 3 calls run, 5 requests, 1 hints, 1 answers
            EXECUTOR: 3 calls run, 5 requests, 1 hints, 1 answers
            LAMBDA: 3 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.TWO_USERS))
        .isEqualTo(
            """
            SYNCHRONOUS: 6 calls run, 8 requests, 0 hints, 2 answers
            CONCURRENT: 12 calls run, 8 requests, 0 hints, 2 answers
            STREAMING: 6 calls run, 8 requests, 0 hints, 2 answers
            EXECUTOR: 6 calls run, 8 requests, 0 hints, 2 answers
            LAMBDA: 6 calls run, 8 requests, 0 hints, 2 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(Scenarios.guarded(jdk, Version.NEWEST, behaviour, folder, FILE));
  }
}
