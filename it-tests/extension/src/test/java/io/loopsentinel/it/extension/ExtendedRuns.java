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

  static final Duration LIMIT = Duration.ofMinutes(1);

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        extensions: ["JAR"]
        SETTINGS
        targets:
          - {name: read, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
      """;

  private ExtendedRuns() {}

  static ProgramResult run(Jdk jdk, File folder, File jar, String settings) {
    return program(jdk, folder, jar, settings).run(LIMIT);
  }

  static JavaProgram program(Jdk jdk, File folder, File jar, String settings) {
    String yaml =
        CONFIG
            .replace("JAR", jar.getAbsolutePath())
            .replace("SETTINGS", settings)
            .replace("TYPE", CallingProgram.class.getName());
    return JavaProgram.ofMain(CallingProgram.class).on(jdk).agentConfig(folder, yaml);
  }
}
