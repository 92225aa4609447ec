package io.loopsentinel.it.agentic;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of LangChain4j's agents. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "LangChain4j's agents 1.16";
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(Ends.class)
        .on(jdk)
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR", JavaProgram.QUICK_START);
  }
}
