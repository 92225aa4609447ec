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

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern PAGE = Pattern.compile("live page: (http://127\\.0\\.0\\.1:\\d+/)");

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        extensions: ["JAR"]
        sessions:
          store: {redis: {uri: "URI", timeout: 2s}}
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

  /**
   * Starts JVMs.
   *
   * @param settings further lines of the configuration, with {@code POD} for the host's name
   */
  static Pods start(int count, Jdk jdk, File folder, String uri, String settings) {
    String yaml =
        CONFIG
            .replace("JAR", new File("../../stores/redis/target/loop-sentinel-redis.jar").getPath())
            .replace("URI", uri)
            .replace("SETTINGS", settings)
            .replace("TYPE", PodProgram.class.getName());
    Pods pods = new Pods();
    for (int i = 0; i < count; i++) {
      pods.programs.add(
          JavaProgram.ofMain(PodProgram.class)
              .on(jdk)
              .jvmOptions(JavaProgram.QUICK_START)
              .environment("HOSTNAME", "pod-" + i)
              .agentConfig(folder, yaml.replace("POD", "pod-" + i))
              .start());
    }
    return pods;
  }

  /** Sends a command to a JVM without waiting for its result; returns the id of the command. */
  int send(int pod, String command, String arguments) {
    int id = ++commands;
    programs.get(pod).type(command + " " + id + " " + arguments);
    return id;
  }

  /** Returns the result of a command. */
  String result(int pod, int id) {
    Pattern line = Pattern.compile("(?m)^" + id + ": (.*)$");
    RunningProgram program = programs.get(pod);
    program.awaitOutput(output -> line.matcher(output).find(), LIMIT);
    Matcher matcher = line.matcher(program.standardOutput());
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Sends a command, and returns its result. */
  String ask(int pod, String command, String arguments) {
    return result(pod, send(pod, command, arguments));
  }

  /** Ends a JVM at once. */
  void kill(int pod) {
    programs.get(pod).close();
  }

  /** Returns the name by which people know a JVM. */
  String name(int pod) {
    return "pod-" + pod + "-" + programs.get(pod).pid();
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
