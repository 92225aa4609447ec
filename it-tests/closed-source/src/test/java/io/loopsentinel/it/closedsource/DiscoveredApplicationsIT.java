package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@code discover} writes about obfuscated applications of different shape while they run
 * guards them in the next run, as it was written.
 */
@ParameterizedClass
@EnumSource
@FullMatrix
class DiscoveredApplicationsIT {

  @TempDir private static File folder;

  private final Application application;

  DiscoveredApplicationsIT(Application application) {
    this.application = application;
  }

  @OnEachJdk
  void theLoopIsStoppedByAHintWhereARunWasSeenAndReportedElsewhere(Jdk jdk) throws Exception {
    ApplicationRun run =
        ApplicationRun.of(application, program(jdk).agentArguments(discovered(jdk).getPath()));

    assertThat(
            "loop: %d calls, errands: %d calls, pair: %d calls, %d requests, %d hints"
                .formatted(
                    run.report("loop").calls().size(),
                    run.report("errands").calls().size(),
                    run.report("pair").calls().size(),
                    run.model().requests(),
                    run.model().hints().size()))
        .as(Files.readString(discovered(jdk).toPath()))
        .isEqualTo(
            switch (application) {
              case BANK, DEPOT, CLINIC ->
                  "loop: 3 calls, errands: 5 calls, pair: 4 calls, 17 requests, 1 hints";
              case TRAVEL ->
                  "loop: 12 calls, errands: 5 calls, pair: 4 calls, 24 requests, 0 hints";
            });
  }

  @OnEachJdk
  void nothingOfTheApplicationIsDoneMoreOftenWhileItIsWatched(Jdk jdk) throws Exception {
    File yaml = new File(folder, application + "-watched-" + jdk.feature() + ".yaml");

    ApplicationRun watched =
        ApplicationRun.honest(application, program(jdk).agentArguments(discover(yaml)));
    ApplicationRun unwatched = ApplicationRun.honest(application, program(jdk));

    assertThat(watched.reports()).isEqualTo(unwatched.reports());
    assertThat(watched.model().requests()).isEqualTo(unwatched.model().requests());
  }

  @OnEachJdk
  void theFileTellsWhatWasSeenAndNoValue(Jdk jdk) throws Exception {
    assertThat(Files.readString(discovered(jdk).toPath())).contains("{id}").doesNotContain("C-21");
  }

  private File discovered(Jdk jdk) throws Exception {
    File yaml = new File(folder, application + "-" + jdk.feature() + ".yaml");
    if (!yaml.exists()) {
      ApplicationRun.honest(application, program(jdk).agentArguments(discover(yaml)));
      String written = Files.readString(yaml.toPath());
      Files.writeString(yaml.toPath(), written.replace("mode: observe", "mode: enforce"));
    }
    return yaml;
  }

  private String discover(File yaml) throws Exception {
    String tool = application.toolMethod(application.jar(folder));
    return "discover,tool=" + tool + ",out=" + yaml;
  }

  private JavaProgram program(Jdk jdk) throws Exception {
    return application.program(application.jar(folder)).on(jdk);
  }
}
