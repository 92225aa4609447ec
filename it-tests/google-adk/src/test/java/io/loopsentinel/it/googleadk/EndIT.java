package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Google ADK. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "Google ADK " + Adk.VERSION;
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(EndsProgram.class).on(jdk);
  }
}
