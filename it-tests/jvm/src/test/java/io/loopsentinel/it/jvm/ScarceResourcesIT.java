package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.ScarceProgram;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM that has used up its file descriptors or its heap when the first guarded call comes. */
@FullMatrix
class ScarceResourcesIT {

  private static final List<String> JDK =
      List.of(
          "MessageDigest",
          "SecureRandom",
          "InetAddress",
          "MBeanServer",
          "HttpClient",
          "FileChannel");

  @TempDir private File folder;

  @ParameterizedTest(name = "{0} descriptors are free, the tool is loaded {1}")
  @CsvSource({"0,late", "1,late", "2,before", "4,late"})
  void isGuardedAndWholeOnceDescriptorsAreFreeAgain(int free, String loaded) {
    JavaProgram program = program("descriptors", free, loaded).descriptors(200);

    assertGuardedAndWhole(program.run(Programs.LIMIT));
  }

  @ParameterizedTest(name = "{0} blocks of 100 KB are free")
  @CsvSource({"0", "1", "3", "10"})
  void isGuardedAndWholeOnceThereIsHeapAgain(int free) {
    JavaProgram program = program("heap", free, "before").jvmOptions("-Xmx48m", "-XX:+UseSerialGC");

    assertGuardedAndWhole(program.run(Programs.LIMIT));
  }

  private static void assertGuardedAndWhole(ProgramResult result) {
    assertThat(result.standardOutput().lines())
        .as(result.standardError())
        .contains("used up, and called")
        .containsAll(JDK.stream().map(name -> name + " works").toList())
        .endsWith("guarded");
    assertThat(result.exitCode()).isZero();
  }

  private JavaProgram program(String resource, int free, String loaded) {
    Jdk jdk = Jdks.running();
    String config =
        """
        sentinel:
          profiles: none
          default: {escalation: [hint]}
          budgets_state: '%s'
          budget: {tool_calls: 100000}
          telemetry: {log: warn, audit: {file: '%s'}}
          targets:
            - {name: tool, kind: tool, method: apply, tool: arg0, session: '"main"',
               type: 'io.loopsentinel.it.jvm.program.ScarceProgram$Tool'}
        """
            .formatted(new File(folder, "state"), new File(folder, "audit.jsonl"));
    return JavaProgram.ofMain(ScarceProgram.class)
        .on(jdk)
        .arguments(resource, Integer.toString(free), loaded)
        .agentConfig(folder, config);
  }
}
