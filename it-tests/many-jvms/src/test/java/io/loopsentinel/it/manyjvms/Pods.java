package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Several guarded JVMs with one configuration. */
final class Pods implements AutoCloseable {

  static final String FILE_JAR = "../../stores/file/target/loop-sentinel-file.jar";
  static final String REDIS_JAR = "../../stores/redis/target/loop-sentinel-redis.jar";

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern PAGE = Pattern.compile("live page: (http://127\\.0\\.0\\.1:\\d+/)");

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        SETTINGS
        targets:
          - {name: search, kind: tool, type: TYPE, method: search, tool: method, args: arg1, session: arg0}
          - name: respond
            kind: turn
            type: TYPE
            method: respond
            session: arg0
            labels: {user: arg1}
            input_tokens: return.inputTokens()
            output_tokens: return.outputTokens()
            model: '"scripted"'
      """;

  private final List<RunningProgram> programs = new ArrayList<>();
  private int commands;

  /** Returns the name of the host that a JVM is told. */
  static String name(int pod) {
    return "pod-" + pod;
  }

  /**
   * Returns the lines of a configuration for a store in Redis. Its timeout is long: on a busy
   * machine the first request of a JVM has taken more than two seconds, and was judged locally.
   */
  static String redis(String uri) {
    return """
    extensions: ["%s"]
      sessions: {store: {redis: {uri: "%s", timeout: 20s}}}
    """
        .formatted(REDIS_JAR, uri)
        .strip();
  }

  /** Returns the lines of a configuration for a store in a file. */
  static String file(File sessions) {
    return """
    extensions: ["%s"]
      sessions: {store: {file: "%s"}}
    """
        .formatted(FILE_JAR, sessions)
        .strip();
  }

  /**
   * Starts {@link PodProgram} in several JVMs.
   *
   * @param settings the lines of the configuration before the targets
   */
  static Pods start(int count, Jdk jdk, File folder, String... settings) {
    String yaml =
        CONFIG
            .replace("SETTINGS", String.join("\n  ", settings))
            .replace("TYPE", PodProgram.class.getName());
    return start(count, JavaProgram.ofMain(PodProgram.class).on(jdk).agentConfig(folder, yaml));
  }

  /** Starts a program that {@link Commands#serve serves commands} in several JVMs. */
  static Pods start(int count, JavaProgram program) {
    Pods pods = new Pods();
    for (int i = 0; i < count; i++) {
      JavaProgram pod = program.environment("HOSTNAME", name(i));
      pods.programs.add(pod.jvmOptions(JavaProgram.QUICK_START).start());
    }
    return pods;
  }

  /** Sends a command to a JVM without waiting for its result; returns the id of the command. */
  int send(int pod, String command, String arguments) {
    int id = ++commands;
    programs.get(pod).type(command + " " + id + " " + arguments);
    return id;
  }

  String result(int pod, int id) {
    Pattern line = Pattern.compile("(?m)^" + id + ": (.*)\\R");
    RunningProgram program = programs.get(pod);
    program.awaitOutput(output -> line.matcher(output).find(), LIMIT);
    Matcher matcher = line.matcher(program.standardOutput());
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Sends a command, and returns its result. */
  String ask(int pod, String command, String arguments) {
    return result(pod, send(pod, command, arguments));
  }

  /** Sends a command to all JVMs at once, and returns their results. */
  List<String> askAll(String command, String arguments) {
    List<Integer> ids = new ArrayList<>();
    for (int pod = 0; pod < programs.size(); pod++) {
      ids.add(send(pod, command, arguments));
    }
    List<String> results = new ArrayList<>();
    for (int pod = 0; pod < programs.size(); pod++) {
      results.add(result(pod, ids.get(pod)));
    }
    return results;
  }

  /** Ends a JVM at once. */
  void kill(int pod) {
    programs.get(pod).close();
  }

  /** Returns the name under which a JVM writes to a store. */
  String fullName(int pod) {
    return name(pod) + "-" + programs.get(pod).pid();
  }

  /** Returns the address of a JVM's live page. */
  URI page(int pod) {
    RunningProgram program = programs.get(pod);
    program.awaitError(log -> PAGE.matcher(log).find(), LIMIT);
    Matcher matcher = PAGE.matcher(program.standardError());
    assertThat(matcher.find()).isTrue();
    return URI.create(matcher.group(1));
  }

  RunningProgram program(int pod) {
    return programs.get(pod);
  }

  @Override
  public void close() {
    programs.forEach(RunningProgram::close);
  }
}
