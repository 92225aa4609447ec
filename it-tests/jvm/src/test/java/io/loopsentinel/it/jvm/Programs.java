package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.LoopingProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The programs under test and their configurations. */
final class Programs {

  /** How long any of them may take; they take less than a second. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  /** What comes back from a call that ran. */
  static final String RAN = "search ran with {q=x}";

  private static final String DISPATCHERS = "io.loopsentinel.it.jvm.program.Dispatchers$";

  private Programs() {}

  /** A program that makes the same call so many times. */
  static JavaProgram looping(Jdk jdk, String shape, int calls) {
    return JavaProgram.ofMain(LoopingProgram.class)
        .on(jdk)
        .arguments(shape, Integer.toString(calls));
  }

  /** A configuration with one target, whose keys are given beyond its name and kind. */
  static String target(String shape, String... keys) {
    return targets("error", dispatcher("acme", shape, keys));
  }

  /** Returns a target of a shape, whose keys are given beyond its name and kind. */
  static String dispatcher(String name, String shape, String... keys) {
    return "{name: %s, kind: tool, type: %s, %s}"
        .formatted(name, DISPATCHERS + shape, String.join(", ", keys));
  }

  /** A configuration with no profile, this log level and these targets. */
  static String targets(String level, String... targets) {
    return "sentinel:\n  profiles: none\n  telemetry: {log: "
        + level
        + "}\n  targets:\n"
        + List.of(targets).stream().map(t -> "    - " + t + "\n").collect(Collectors.joining());
  }

  /** Writes a configuration to its file, as a test does that changes it later. */
  static File file(File folder, String yaml) throws IOException {
    File file = new File(folder, "config.yaml");
    Files.writeString(file.toPath(), yaml);
    return file;
  }

  /** A program that agents may be attached to without a warning of its JVM. */
  static JavaProgram attachable(Jdk jdk, Class<?> program) {
    JavaProgram attachable = JavaProgram.ofMain(program).on(jdk);
    return jdk.feature() >= 21
        ? attachable.jvmOptions("-XX:+EnableDynamicAgentLoading")
        : attachable;
  }

  /** Asserts that three calls run, two are answered with a hint, and the sixth is an error. */
  static void assertLoopIsStopped(String what, List<String> output) {
    assertThat(output).as(what).hasSize(6).startsWith(RAN, RAN, RAN);
    assertThat(output.subList(3, 5))
        .as(what)
        .allMatch(line -> line.startsWith("loop-detected: search"));
    assertThat(output.get(5)).as(what).isEqualTo("error io.loopsentinel.ToolLoopError");
  }

  /** Runs a program; returns the names of the classes that it loaded, in order. */
  static List<String> loadedClasses(JavaProgram program) {
    ProgramResult result = program.jvmOptions("-Xlog:class+load:stdout:none").run(LIMIT);
    return result.standardOutput().lines().map(line -> line.split(" ", 2)[0]).distinct().toList();
  }
}
