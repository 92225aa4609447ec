package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.DecidedLoops;

/** Loops of LangChain4j that the application decides about. */
@FullMatrix
class DecidingIT extends DecidedLoops {

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(DecidingProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
  }
}
