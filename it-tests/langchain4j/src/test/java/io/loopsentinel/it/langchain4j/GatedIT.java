package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.scenario.GatedCalls;

/** Calls of tools with a gate, of LangChain4j. */
@FullMatrix(onEachJdk = true)
class GatedIT extends GatedCalls {

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(GatedProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
  }
}
