package io.loopsentinel.it.telemetry;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.telemetry.program.BareProgram;
import io.loopsentinel.it.telemetry.program.ObservedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of {@link ObservedProgram} and what they print. */
record Observed(Jdk jdk, File folder, List<File> classPath) {

  static final Duration LIMIT = Duration.ofMinutes(2);

  Observed(Jdk jdk, File folder) {
    this(jdk, folder, ownClassPath());
  }

  /** Runs it under a configuration, to do what the commands say, which semicolons separate. */
  ProgramResult run(String telemetry, String commands) throws IOException {
    File file = new File(folder, "config.yaml");
    Files.writeString(file.toPath(), config(telemetry));
    return JavaProgram.ofMain(ObservedProgram.class)
        .on(jdk)
        .classPath(classPath.toArray(File[]::new))
        .agentArguments(file.getPath())
        .jvmOptions("-XX:SoftRefLRUPolicyMSPerMB=0")
        .arguments(
            Stream.concat(Stream.of(file.getPath()), Stream.of(commands.split("; ")))
                .toArray(String[]::new))
        .run(LIMIT)
        .successful();
  }

  /** Returns the command that goes on with another configuration. */
  String put(String telemetry) throws IOException {
    File next = File.createTempFile("next", ".yaml", folder);
    Files.writeString(next.toPath(), config(telemetry));
    return "put " + next.getPath();
  }

  /** Runs a program without the libraries of this one. */
  static ProgramResult runBare(Jdk jdk, File folder, String telemetry) {
    return JavaProgram.ofMain(BareProgram.class)
        .on(jdk)
        .classPath(classes(), AgentJar.file())
        .agentConfig(folder, config(telemetry))
        .run(LIMIT)
        .successful();
  }

  static String config(String telemetry) {
    return """
    sentinel:
      profiles: none
      telemetry: {%s}
      targets:
        - {name: desk, kind: tool, type: io.loopsentinel.it.telemetry.program.Desk,
           method: dispatch, session: arg0, tool: arg1, args: arg2}
    """
        .formatted(telemetry);
  }

  /** Returns where the programs' classes are, and nothing else. */
  static File classes() {
    return new File(
        ObservedProgram.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  static List<File> ownClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(File::new)
        .toList();
  }

  /**
   * Returns the same with another OpenTelemetry.
   *
   * @param libraries which: {@code older} than {@code GlobalOpenTelemetry.isSet()}, or the {@code
   *     oldest}, an API that has no metrics, without an SDK
   */
  static List<File> classPathWith(String libraries) {
    File[] others = Objects.requireNonNull(new File("target", libraries).listFiles());
    return Stream.concat(
            ownClassPath().stream().filter(file -> !file.getName().startsWith("opentelemetry-")),
            Stream.of(others))
        .toList();
  }

  /** Returns all that a pattern finds, each once. */
  static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of the metrics on the page, which are those of Prometheus. */
  static Set<String> namesOnThePage() throws IOException {
    String page = Files.readString(Path.of("../../docs/metrics.md"));
    return found("(?<=`)loop_sentinel_[a-z_]+(?=`)", page);
  }
}
