package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.GatedCalls;

/** Calls of tools with a gate, of Spring AI. */
@FullMatrix
class GatedIT extends GatedCalls {

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(GatedProgram.class).on(jdk);
  }
}
