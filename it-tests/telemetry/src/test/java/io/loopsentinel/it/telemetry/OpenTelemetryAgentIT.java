package io.loopsentinel.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.telemetry.program.TracedProgram;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Findings and counters in the SDK that OpenTelemetry's Java agent lends to the application. */
@FullMatrix(onEachJdk = true)
class OpenTelemetryAgentIT {

  private static final String OTHER_AGENT = "-javaagent:target/opentelemetry-javaagent.jar";

  @TempDir private File folder;

  @OnEachJdk
  void getsThemAsTheSecondAgent(Jdk jdk) {
    ProgramResult result =
        traced(jdk, Observed.ownClassPath()).jvmOptions(OTHER_AGENT).run(Observed.LIMIT);

    assertThatAllArrived(result);
  }

  @OnEachJdk(17)
  void getsThemAsTheFirstAgent(Jdk jdk) {
    ProgramResult result =
        traced(jdk, Observed.ownClassPath())
            .environment("JAVA_TOOL_OPTIONS", OTHER_AGENT)
            .run(Observed.LIMIT);

    assertThatAllArrived(result);
  }

  @OnEachJdk(17)
  void getsThemThroughAnOlderApi(Jdk jdk) {
    ProgramResult result =
        traced(jdk, Observed.classPathWith("older")).jvmOptions(OTHER_AGENT).run(Observed.LIMIT);

    assertThatAllArrived(result);
  }

  private JavaProgram traced(Jdk jdk, List<File> classPath) {
    Stream<File> api =
        classPath.stream()
            .filter(file -> file.getName().matches("opentelemetry-(api|context|common)-.*"));
    return JavaProgram.ofMain(TracedProgram.class)
        .on(jdk)
        .classPath(
            Stream.concat(Stream.of(Observed.classes(), AgentJar.file()), api).toArray(File[]::new))
        .agentConfig(folder, Observed.config("opentelemetry: true"))
        .jvmOptions(
            "-Dotel.traces.exporter=logging-otlp",
            "-Dotel.metrics.exporter=logging-otlp",
            "-Dotel.logs.exporter=none");
  }

  private static void assertThatAllArrived(ProgramResult result) {
    assertThat(result.successful().standardError())
        .containsPattern("\"name\":\"invoke_agent\".*\"name\":\"loop_sentinel.finding\"")
        .contains("\"gen_ai.tool.name\",\"value\":{\"stringValue\":\"search\"")
        .containsPattern("\"name\":\"loop_sentinel.calls\",[^]]*\"asInt\":\"4\"")
        .containsPattern("\"name\":\"loop_sentinel.calls_stopped\",[^]]*\"asInt\":\"1\"");
    assertThat(result.agentLines()).noneMatch(line -> line.contains("telemetry.opentelemetry"));
  }
}
