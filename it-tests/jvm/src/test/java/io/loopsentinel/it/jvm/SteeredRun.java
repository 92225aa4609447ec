package io.loopsentinel.it.jvm;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running agent that is told what to do, with its live page. */
final class SteeredRun implements AutoCloseable {

  private static final Pattern ADDRESS =
      Pattern.compile("live page: (http://127\\.0\\.0\\.1:\\d+/)#token=([0-9a-f]{32})\\R");

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        budget: {prices: {known: {input: 2, output: 8}}}
        budgets:
          - {name: daily, per: user, window: none, tool_calls: 100}
          - {name: monthly, per: global, window: month, cost_usd: 0.5}
        telemetry:
          page: {port: 0}
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {agent: {value: "'librarian'", plain: true}, user: arg0}}
          - {name: model, kind: turn, type: TYPE, method: ask, session: arg0, text: return.text, model: return.model, input_tokens: return.input, output_tokens: return.output}
          - {name: renamed, kind: tool, type: TYPE, method: dispach, session: arg0, tool: arg1}
      """;

  private final RunningProgram program;
  private final Matcher address;

  private SteeredRun(RunningProgram program) {
    this.program = program;
    program.awaitOutput(text -> text.contains("ready"), Programs.LIMIT);
    program.awaitError(text -> ADDRESS.matcher(text).find(), Programs.LIMIT);
    this.address = ADDRESS.matcher(program.standardError());
    address.find();
  }

  static SteeredRun on(Jdk jdk, File folder) {
    String config = CONFIG.replace("TYPE", TypedProgram.class.getName());
    return new SteeredRun(
        JavaProgram.ofMain(TypedProgram.class).on(jdk).agentConfig(folder, config).start());
  }

  /** Starts it with a configuration file that opens the page. */
  static SteeredRun with(Jdk jdk, File config) {
    return new SteeredRun(
        JavaProgram.ofMain(TypedProgram.class).on(jdk).agentArguments(config.getPath()).start());
  }

  URI page() {
    return URI.create(address.group(1));
  }

  String token() {
    return address.group(2);
  }

  URI pageWithToken() {
    return URI.create(address.group(1) + "#token=" + token());
  }

  RunningProgram program() {
    return program;
  }

  /** Has it do something, and waits until it has. */
  void does(String... lines) {
    for (String line : lines) {
      int before = count(program.standardOutput(), line + ": ");
      program.type(line);
      program.awaitOutput(text -> count(text, line + ": ") > before, Programs.LIMIT);
    }
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Override
  public void close() {
    program.close();
  }
}
