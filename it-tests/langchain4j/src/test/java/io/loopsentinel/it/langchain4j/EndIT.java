package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.EndContract;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The end of a run of LangChain4j. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
@FullMatrix
class EndIT extends EndContract {

  private static final String SPRING_CLIENT =
      "dev.langchain4j.http.client.spring.restclient.SpringRestClientBuilderFactory";

  private final Version version;

  EndIT(Version version) {
    this.version = version;
  }

  @Override
  protected String framework() {
    return "LangChain4j " + version.line();
  }

  @Override
  protected JavaProgram program(Jdk jdk) {
    JavaProgram program =
        JavaProgram.ofMain(version == Version.V0_36 ? EndsUpTo036.class : EndsSince10.class)
            .on(jdk)
            .classPath(version.classPathWithClients())
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
    return switch (version) {
      case V0_36 -> program;
      case V1_0 -> program.arguments(EndsSince10.JDK_CLIENT);
      case V1_4, NEWEST -> program.arguments(EndsSince10.JDK_CLIENT, SPRING_CLIENT, "concurrent");
    };
  }
}
