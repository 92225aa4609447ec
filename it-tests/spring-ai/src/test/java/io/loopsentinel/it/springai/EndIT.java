package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Spring AI. */
@FullMatrix
class EndIT extends EndContract {

  private static final String VERSION =
      System.getProperty("spring-ai.version").replaceFirst("\\.\\d+$", "");

  @Override
  protected String framework() {
    return "Spring AI " + VERSION;
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(Ends.class).on(jdk).arguments(VERSION);
  }
}
