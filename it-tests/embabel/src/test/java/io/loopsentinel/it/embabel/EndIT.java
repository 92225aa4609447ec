package io.loopsentinel.it.embabel;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** The end of a run of Embabel. */
@OnEachJdk(25)
class EndIT extends EndContract {

  @Override
  protected String framework() {
    return "Embabel 0.5";
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain("io.loopsentinel.it.embabel.EndsKt").on(jdk);
  }
}
