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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM that has used up its file descriptors or its heap when the first guarded call comes. */
@FullMatrix
class ScarceResourcesIT {

  private static final List<String> JDK =
      List.of(
          "Mac",
          "MessageDigest",
          "SecureRandom",
          "InetAddress",
          "MBeanServer",
          "HttpClient",
          "FileChannel");

  private static final String TARGET =
      """
        targets:
          - {name: tool, kind: tool, method: apply, tool: arg0, session: '"main"',
             type: 'io.loopsentinel.it.jvm.program.ScarceProgram$Tool'}
      """;

  @TempDir private File folder;

  @ParameterizedTest(name = "{0} descriptors are free, the tool is loaded {1}")
  @CsvSource({"0,late", "1,late", "2,before", "4,late"})
  void isGuardedAndWholeOnceDescriptorsAreFreeAgain(int free, String loaded) {
    JavaProgram program = program("descriptors", free, loaded).descriptors(200);

    assertGuardedAndWhole(program.run(Programs.LIMIT));
  }

  @Test
  void isWholeAfterAnAlertWithLinks() {
    JavaProgram program = program("question", 0, "before").descriptors(200);

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
    String settings =
        resource.equals("question")
            ? """
              default: {escalation: [ask, hint]}
              ask: {timeout: 1s}
              telemetry:
                log: warn
                audit: {file: 'audit.jsonl'}
                page: {port: 0}
                webhooks: [{url: 'http://127.0.0.1:9/', answer_links: 'http://127.0.0.1:9/'}]
            """
            : """
              default: {escalation: [hint]}
              budgets_state: state
              budget: {tool_calls: 100000}
              telemetry: {log: warn, audit: {file: audit.jsonl}}
            """;
    return JavaProgram.ofMain(ScarceProgram.class)
        .on(jdk)
        .in(folder)
        .arguments(resource, Integer.toString(free), loaded)
        .agentConfig(folder, "sentinel:\n  profiles: none\n" + settings + TARGET);
  }
}
