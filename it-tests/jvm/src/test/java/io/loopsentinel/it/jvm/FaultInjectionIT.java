package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.FaultAgent;
import io.loopsentinel.it.jvm.program.FaultedProgram;
import io.loopsentinel.it.jvm.program.Faults;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failures of the agent itself: each method on the path of a run, a turn, a call and an outcome
 * throws once. Not reached are static initialisers, the hook, which stands between the agent and
 * the application, and what other threads do.
 */
@FullMatrix
class FaultInjectionIT {

  private static final Set<String> UNCOUNTED =
      Set.of(
          "CanonicalText",
          "CanonicalWriter",
          "PlainValues",
          "CommandLine",
          "IdentityRule",
          "Normalisation",
          "PathScope",
          "Scalars",
          "TypeShapes",
          "ObjectFields",
          "ResultText",
          "ObservedFuture",
          "RunCarrier");

  /** Some thousand conversations, each of forty calls. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  @TempDir private File folder;

  @OnEachJdk(17)
  void neverReachTheApplicationAndLeaveTheNextCallGuarded(Jdk jdk) throws Exception {
    ProgramResult result = run(jdk);

    List<String> lines = result.standardOutput().lines().toList();
    assertThat(lines).as("%s", result).anyMatch(line -> line.matches("faults \\d{3,}"));
    assertThat(lines)
        .filteredOn(line -> !line.startsWith("expected") && !isAllowed(line))
        .as("what the injected faults have done")
        .hasSize(2);
  }

  /**
   * Returns whether a fault need not be counted: a value that cannot be read or written has a
   * placeholder instead, as what the application's own objects throw has. What a future of the JDK
   * calls last, no hook hears of.
   */
  private static boolean isAllowed(String line) {
    return line.startsWith("UNCOUNTED ") && UNCOUNTED.contains(line.split("[ .$]", -1)[1]);
  }

  private ProgramResult run(Jdk jdk) throws IOException {
    String config =
        """
        sentinel:
          profiles: none
          telemetry: {log: error}
          targets:
            - {name: answer, kind: run, type: TYPE, method: answer, session: arg0}
            - {name: ask, kind: turn, type: TYPE, method: ask, session: arg0, text: return}
            - {name: dispatch, kind: tool, type: TYPE, method: dispatch, tool: arg1, args: arg2, session: arg0, labels: {user: arg1}}
            - {name: later, kind: tool, type: TYPE, method: dispatchLater, tool: arg1, args: '{}', session: arg0}
        """
            .replace("TYPE", FaultedProgram.class.getName());
    File agent = AgentJars.write(folder, FaultAgent.class);
    return JavaProgram.ofMain(FaultedProgram.class)
        .on(jdk)
        .agentConfig(folder, config)
        .jvmOptions("-javaagent:" + agent + "=" + bootJar(folder))
        .arguments(Matrix.isFull() ? "all" : "some")
        .run(LIMIT);
  }

  static File bootJar(File folder) throws IOException {
    File jar = new File(folder, "faults.jar");
    String name = Faults.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar));
        InputStream in =
            Objects.requireNonNull(Faults.class.getClassLoader().getResourceAsStream(name))) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
  }
}
