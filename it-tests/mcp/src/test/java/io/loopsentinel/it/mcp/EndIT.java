package io.loopsentinel.it.mcp;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of an application whose tools are those of a server. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "MCP Java SDK " + Sdk.VERSION;
  }

  /** The application names its run and its request; the server in the same JVM is not guarded. */
  @Override
  protected String settings() {
    return """
          profiles: [mcp-client]
          targets:
            - {name: answer, kind: run, type: %1$s, method: answer}
            - {name: request, kind: turn, type: %1$s, method: request, session: run}
        """
        .formatted(EndsAgent.class.getName());
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(EndsProgram.class).on(jdk);
  }
}
