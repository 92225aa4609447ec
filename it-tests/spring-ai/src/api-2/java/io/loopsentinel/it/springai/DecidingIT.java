package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.DecidedLoops;

/** Loops of Spring AI that the application decides about. */
@FullMatrix
class DecidingIT extends DecidedLoops {

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(DecidingProgram.class).on(jdk);
  }
}
