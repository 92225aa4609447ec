package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code discover} writes, unchanged, instead of the profile, and of
 * the same with the interface that it names as a target.
 */
@FullMatrix
class DiscoveredFileIT {

  private static final String INTERFACE = "dev.langchain4j.service.tool.ToolExecutor";

  @TempDir private File folder;

  @OnEachJdk(17)
  void guardsAsItWasWritten(Jdk jdk) {
    String file = SCENARIOS.discovered(jdk, ModelBehaviour.HEALTHY, folder);

    assertThat(
            OwnFile.guarded(file)
                + "\n"
                + table(jdk, ModelBehaviour.LOOPING, file)
                + "\n"
                + table(jdk, ModelBehaviour.SHARED, file))
        .as("%s", file)
        .isEqualTo(
            """
            [ToolService.internalExecuteTool, AiServiceMethodImplementationSupport.executeTool, ChatModel.chat, StreamingChatModel_ustTkxMw6Y31om4Z9PW5NZYbMVQ_Synthetic_ClientProxy.doChat]
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            REQUESTED: 3 calls run, 5 requests, 1 hints, 1 answers
            WRAPPED: 3 calls run, 5 requests, 1 hints, 1 answers
            VIRTUAL_THREAD: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 12 calls run, 13 requests, 0 hints, 1 answers
            STREAMED_TO_REQUEST: 12 calls run, 13 requests, 0 hints, 1 answers
            RETRIED: 12 calls run, 13 requests, 0 hints, 1 answers
            TOKEN_STREAM: 0 calls run, 13 requests, 0 hints, 1 answers
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

  @OnEachJdk(17)
  void stopsTheLoopsOfStreamsOnceTheInterfaceThatItNamesIsATarget(Jdk jdk) {
    String file = SCENARIOS.discovered(jdk, ModelBehaviour.HEALTHY, folder);

    assertThat(file).contains("does not see all calls of " + INTERFACE + ".executeWithContext\n");
    assertThat(table(jdk, ModelBehaviour.LOOPING, OwnFile.withTarget(file, INTERFACE)))
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

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
