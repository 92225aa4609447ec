package io.loopsentinel.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Files instead of the profile of Quarkus LangChain4j, which runs no tool in a token stream. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final File LIBRARIES = new File("target/quarkus-app/lib/main");

  private static final String FILE = OwnFile.of(jars());

  private static final String INTERFACE = "dev.langchain4j.service.tool.ToolExecutor";

  OwnFileIT() {
    super(
        QuarkusScenarios.SCENARIOS,
        FILE,
        List.of("ToolExecutor.executeWithContext", "ChatModel.chat"),
        List.of(
            "ToolService.internalExecuteTool",
            "AiServiceMethodImplementationSupport.executeTool",
            "ChatModel.chat",
            "StreamingChatModel_ustTkxMw6Y31om4Z9PW5NZYbMVQ_Synthetic_ClientProxy.doChat"));
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return dispatch.isExecuted() ? HINTED : "0 calls run, 13 requests, 0 hints, 1 answers";
  }

  @Override
  protected String discoveredLoop(Dispatch dispatch) {
    return switch (dispatch) {
      case STREAMED, STREAMED_TO_REQUEST, RETRIED ->
          "12 calls run, 13 requests, 0 hints, 1 answers";
      default -> inspectedLoop(dispatch);
    };
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch.isExecuted()
        ? super.users(dispatch)
        : "0 calls run, 16 requests, 0 hints, 4 answers";
  }

  @OnEachJdk(17)
  void stopsTheLoopsOfStreamsOnceTheInterfaceThatDiscoverNamesIsATarget(Jdk jdk) {
    String file = discovered(jdk);

    assertThat(file).contains("does not see all calls of " + INTERFACE + ".executeWithContext\n");
    assertThat(played(jdk, ModelBehaviour.LOOPING, OwnFile.withTarget(file, INTERFACE)))
        .isEqualTo(expected(this::inspectedLoop));
  }

  private static Stream<String> jars() {
    String[] names = Objects.requireNonNull(LIBRARIES.list());
    return Stream.of(names)
        .filter(name -> name.matches("(io\\.quarkiverse\\.langchain4j|dev\\.langchain4j)\\..*"))
        .sorted()
        .map(name -> new File(LIBRARIES, name).getPath());
  }
}
