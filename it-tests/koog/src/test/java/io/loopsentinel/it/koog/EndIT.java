package io.loopsentinel.it.koog;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Koog. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "Koog 1.1";
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain("io.loopsentinel.it.koog.EndsProgramKt").on(jdk);
  }
}
