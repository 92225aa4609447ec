package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.ReflectedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Classes that are rewritten while they are in use, of the application and of the JDK. */
@FullMatrix(onEachJdk = true)
class RetransformedClassesIT {

  @TempDir private File folder;

  @OnEachJdk
  void showReflectionTheSameAfterAttachReloadAndDetach(Jdk jdk) throws IOException {
    JavaProgram program = Programs.attachable(jdk, ReflectedProgram.class);
    try (RunningProgram jvm = Commands.start(program, "ready")) {
      Path config = Programs.file(folder, targets("Round", "Answer", "Colour", "Tool")).toPath();
      String before = description(jvm, "before");

      done(Commands.run(jdk, "attach", jvm, "-c", config.toString()));

      assertThat(description(jvm, "attached")).isEqualTo(before);
      assertThat(description(jvm, "called")).isEqualTo(before);

      Files.writeString(config, targets("Answer", "Round$Part", "Shape"));
      done(Commands.run(jdk, "reload", jvm));

      assertThat(description(jvm, "reloaded")).isEqualTo(before);

      done(Commands.run(jdk, "detach", jvm));

      assertThat(description(jvm, "detached")).isEqualTo(before);
      assertThat(jvm.standardError())
          .contains("guards io.loopsentinel.it.jvm.program.ReflectedProgram$Round.call")
          .contains("follows runs to other threads")
          .contains("guards NOTHING from now on")
          .doesNotContain("cannot");
    }
  }

  private static String targets(String... types) {
    StringBuilder targets = new StringBuilder();
    for (String type : types) {
      targets.append(
          """
              - {name: '%1$s', kind: tool, method: call, tool: arg0, session: '"main"',
                 type: 'io.loopsentinel.it.jvm.program.ReflectedProgram$%1$s', subtypes: true}
          """
              .formatted(type));
    }
    return """
    sentinel:
      profiles: none
      telemetry: {log: debug}
      targets:
        - {name: run, kind: run, type: 'io.loopsentinel.it.jvm.program.ReflectedProgram',
           method: run, session: '"main"'}
    """
        + targets;
  }

  private static void done(ProgramResult result) {
    assertThat(result.exitCode()).as("%s", result).isZero();
  }

  /** Makes the program print it, and returns the output since the last time. */
  private static String description(RunningProgram jvm, String line) {
    int start = jvm.standardOutput().length();
    jvm.type(line);
    String end = "end of " + line;
    jvm.awaitOutput(text -> text.contains(end), Programs.LIMIT);
    String printed = jvm.standardOutput().substring(start);
    return printed.substring(0, printed.indexOf(end));
  }
}
