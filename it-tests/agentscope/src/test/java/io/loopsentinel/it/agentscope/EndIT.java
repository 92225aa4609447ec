package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of AgentScope. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "AgentScope " + System.getProperty("agentscope.version").replaceFirst("\\.0$", "");
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(Ends.class).on(jdk).jvmOptions(JavaProgram.QUICK_START);
  }
}
