package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Spring AI Alibaba. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "Spring AI Alibaba "
        + System.getProperty("spring-ai-alibaba.version").replaceFirst("\\.\\d+$", "");
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(Ends.class).on(jdk);
  }
}
