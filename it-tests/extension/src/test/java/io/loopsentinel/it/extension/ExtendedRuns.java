package io.loopsentinel.it.extension;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;

/** Runs of a program under an agent that has an extension. */
final class ExtendedRuns {

  /** The extension of this module. */
  static final File MY_RULES = new File("target/my-rules.jar");

  static final Duration LIMIT = Duration.ofMinutes(5);

  /** One in time is among so many. */
  static final int MAX_RUNS = 10;

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        extensions: ["JAR"]
        SETTINGS
        targets:
          - {name: read, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
          - {name: crowd, kind: tool, type: TYPE, method: dispatchIn, tool: arg1, args: arg2, session: arg0}
      """;

  private ExtendedRuns() {}

  /**
   * Runs a program until its extensions were in time: a busy machine may take longer to load what
   * they use, and then the agent says so.
   */
  static ProgramResult runInTime(JavaProgram program) {
    ProgramResult result = program.run(LIMIT);
    for (int run = 1; run < MAX_RUNS && isLate(result); run++) {
      result = program.run(LIMIT);
    }
    return result;
  }

  static boolean isLate(ProgramResult result) {
    return result.standardError().contains(": took longer than ");
  }

  static ProgramResult run(Jdk jdk, File folder, File jar, String settings) {
    return program(jdk, folder, jar, settings).run(LIMIT);
  }

  static JavaProgram program(Jdk jdk, File folder, File jar, String settings) {
    return program(CallingProgram.class, jdk, folder, jar, settings);
  }

  static JavaProgram program(Class<?> main, Jdk jdk, File folder, File jar, String settings) {
    return JavaProgram.ofMain(main).on(jdk).agentConfig(folder, config(jar, settings));
  }

  static String config(File jar, String settings) {
    return CONFIG
        .replace("JAR", jar.getAbsolutePath())
        .replace("SETTINGS", settings)
        .replace("TYPE", CallingProgram.class.getName());
  }
}
