package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;

/** Files instead of the profile of Semantic Kernel, which report loops and stop none. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/semantic-kernel/|/azure-ai-openai/");

  private static final List<String> METHODS = List.of("OpenAIChatCompletion.invokeFunctionTool");

  OwnFileIT() {
    super(SemanticKernelApplication.SCENARIOS, FILE, METHODS, METHODS);
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return "5 calls run, 6 requests, 0 hints, 1 answers";
  }
}
