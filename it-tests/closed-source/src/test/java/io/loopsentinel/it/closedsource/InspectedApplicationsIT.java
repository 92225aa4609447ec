package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code inspect} lists first for obfuscated applications is the dispatch of their tools. */
@ParameterizedClass
@EnumSource
@FullMatrix
class InspectedApplicationsIT {

  @TempDir private static File folder;

  private final Application application;

  InspectedApplicationsIT(Application application) {
    this.application = application;
  }

  @OnEachJdk
  void everyLineIsAComment(Jdk jdk) throws Exception {
    assertThat(Candidate.inspected(jdk, application.jar(folder)).lines())
        .allMatch(line -> line.isEmpty() || line.startsWith("#"));
  }

  @OnEachJdk
  void firstCandidateSeesEveryCall(Jdk jdk) throws Exception {
    ApplicationRun run = observed(jdk);

    assertThat(run.result().standardError()).contains("summary: 21 calls seen, 0 stopped");
  }

  @OnEachJdk
  void observingItChangesNothing(Jdk jdk) throws Exception {
    ApplicationRun unguarded = ApplicationRun.of(application, program(jdk));

    assertThat(observed(jdk).reports()).isEqualTo(unguarded.reports());
    assertThat(unguarded.report("loop").calls()).hasSize(12);
  }

  private ApplicationRun observed(Jdk jdk) throws Exception {
    File file = new File(folder, application + "-" + jdk.feature() + ".yaml");
    String candidates = Candidate.inspected(jdk, application.jar(folder));
    return ApplicationRun.of(
        application,
        program(jdk).agentArguments(Candidate.configuration(candidates, file).getPath()));
  }

  private JavaProgram program(Jdk jdk) throws Exception {
    return application.program(application.jar(folder)).on(jdk);
  }
}
