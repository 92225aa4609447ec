package io.loopsentinel.it.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files instead of the profile of LangGraph4j, which know no run whose calls a human approves. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/langgraph4j/|/dev/langchain4j/");

  private static final List<String> METHODS =
      List.of("ToolExecutor.executeWithContext", "CompiledGraph$AsyncNodeGenerator.next");

  OwnFileIT() {
    super(
        LangGraphApplication.SCENARIOS,
        FILE,
        METHODS,
        List.of(
            "ToolExecutor.executeWithContext",
            "ChatModel.doChat",
            "CompiledGraph$AsyncNodeGenerator.next"));
  }

  @Override
  @Test
  protected void inspectFindsTheMethods() {
    assertThat(OwnFile.guarded(FILE)).containsAll(METHODS);
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return dispatch == Dispatch.APPROVED ? "26 calls run, 27 requests, 0 hints, 1 answers" : HINTED;
  }

  @Test
  void saysThatARunEndsWhereItIsInterrupted() {
    assertThat(FILE)
        .contains(
            "a run that is interrupted and resumes with another such object is judged as two\n");
  }
}
