package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Quarkus LangChain4j. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "Quarkus LangChain4j "
        + System.getProperty("quarkus-langchain4j.version").replaceFirst("\\.0$", "");
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return QuarkusScenarios.APPLICATION.on(jdk).arguments(QuarkusProgram.ENDS);
  }
}
