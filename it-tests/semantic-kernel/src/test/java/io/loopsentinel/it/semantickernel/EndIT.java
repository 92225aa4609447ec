package io.loopsentinel.it.semantickernel;

import com.microsoft.semantickernel.Kernel;
import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;

/** The end of a run of Semantic Kernel. */
class EndIT extends EndContract {

  @Override
  protected String framework() {
    String jar = Kernel.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return "Semantic Kernel " + jar.replaceFirst(".*-(\\d+\\.\\d+)\\.\\d+\\.jar", "$1");
  }

  @Override
  protected String toolPrefix() {
    return EndsProgram.PREFIX;
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(EndsProgram.class).on(jdk);
  }
}
