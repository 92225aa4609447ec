package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of LangGraph4j. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return System.getProperty("langgraph4j.name");
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(Ends.class)
        .on(jdk)
        .jvmOptions(JavaProgram.QUICK_START, "-XX:+UseSerialGC");
  }
}
