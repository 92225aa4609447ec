package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;

/** Files instead of the profile of Google ADK. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/google/adk/|/google-genai/");

  OwnFileIT() {
    super(
        AdkApplication.SCENARIOS,
        FILE,
        List.of("Functions.callTool", "ChatCompletionsClient.complete"),
        List.of("Functions.callTool"));
  }
}
