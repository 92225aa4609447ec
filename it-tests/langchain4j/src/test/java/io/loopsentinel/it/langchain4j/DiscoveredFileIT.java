package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** What comes of the file that {@code discover} writes, unchanged, instead of the profile. */
@FullMatrix
class DiscoveredFileIT {

  @TempDir private File folder;

  @OnEachJdk(17)
  void guardsAsItWasWritten(Jdk jdk) {
    String file = Scenarios.discovered(jdk, Version.NEWEST, ModelBehaviour.HEALTHY, folder);

    assertThat(
            OwnFile.guarded(file)
                + "\n"
                + table(jdk, ModelBehaviour.LOOPING, file)
                + "\n"
                + table(jdk, ModelBehaviour.TWO_USERS, file))
        .as("%s", file)
        .isEqualTo(
            """
            [ToolService.internalExecuteTool, ChatModel.doChat]
            SYNCHRONOUS: 3 calls run, 5 requests, 1 hints, 1 answers
            CONCURRENT: 7 calls run, 5 requests, 1 hints, 1 answers
            STREAMING: 3 calls run, 5 requests, 1 hints, 1 answers
            EXECUTOR: 3 calls run, 5 requests, 1 hints, 1 answers
            LAMBDA: 3 calls run, 5 requests, 1 hints, 1 answers
            SYNCHRONOUS: 6 calls run, 8 requests, 0 hints, 2 answers
            CONCURRENT: 12 calls run, 8 requests, 0 hints, 2 answers
            STREAMING: 6 calls run, 8 requests, 0 hints, 2 answers
            EXECUTOR: 6 calls run, 8 requests, 0 hints, 2 answers
            LAMBDA: 6 calls run, 8 requests, 0 hints, 2 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(Scenarios.guarded(jdk, Version.NEWEST, behaviour, folder, file));
  }
}
