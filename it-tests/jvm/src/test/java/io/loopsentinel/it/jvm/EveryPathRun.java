package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.EveryPathProgram;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A run of {@link EveryPathProgram} with all that the agent can tell through switched on.
 *
 * @param echo what the model and the application got to read
 * @param outputs what the agent told, by where it did
 */
record EveryPathRun(String echo, Map<String, String> outputs) {

  static final String STANDARD_ERROR = "standard error";
  static final String AUDIT = "audit log";
  static final String RECORDING = "recording";
  static final String PRINTED_RECORDING = "printed recording";
  static final String PAGE = "live page";
  static final String SCRAPE = "scrape of Prometheus";
  static final String COMMANDS = "list, status and sessions";
  static final String LISTENER = "listener";
  static final String ANSWERS = "answers over JMX and by the API";
  static final String ERRORS = "errors";
  static final List<String> WEBHOOKS = List.of("json", "slack", "discord");

  private static final String TYPE = "io.loopsentinel.it.jvm.program.Desk";
  private static final String EVENTS =
      "[loop.detected, loop.escalated, tool.result, call.waiting, call.answered, turn.warned,"
          + " budget.warned, budget.exceeded, cost.attributed, provider.unavailable,"
          + " provider.recovered, session.terminated, session.reset, session.told, target.matched,"
          + " target.unmatched, agent.switched, agent.error]";

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        budget: {tool_calls: 12, cost_usd: 1000, prices: {known: {input: 1, output: 1}}}
        budgets: [{name: shared, per: reader, window: day, turns: 1000, warn_at: 0.001}]
        overrides:
          "watch*": {action: observe}
          "warned*": {action: warn}
          "delete*": {action: terminate}
          "worded*": {message: "loop-detected {tool} {args} {reason} {session}"}
        breaker: {mode: enforce, failures: 2, calls: 2, open_for: 1s}
        telemetry:
          audit: {file: AUDIT, calls: true}
          jfr: {checks: true}
          costs: true
          page: {port: 0}
          prometheus: {port: 0}
          webhooks:
            - {url: "${ALERT_URL}/json", format: json, events: EVENTS, per_minute: 600}
            - {url: "${ALERT_URL}/slack", format: slack, events: EVENTS, per_minute: 600}
            - {url: "${ALERT_URL}/discord", format: discord, events: EVENTS, per_minute: 600}
          SETTINGS
        targets:
          - {name: tool, kind: tool, type: DESK, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: arg2, agent: arg2}}
          - {name: batch, kind: tool, type: DESK, method: dispatchAll, session: arg0, tool: "arg1[*].tool", args: "arg1[*].arguments", output: "return[*]"}
          - {name: later, kind: tool, type: DESK, method: dispatchLater, session: arg0, tool: arg1, args: arg2}
          - {name: unbuilt, kind: tool, type: DESK, method: build, session: arg0, tool: '"build"', args: arg1, result: "DESK$Output::of(message)"}
          - {name: unreadable, kind: tool, type: DESK, method: read, tool: arg0.tool, args: arg0.text}
          - {name: unfit, kind: tool, type: DESK, method: unfit, tool: arg0.nothing}
          - {name: moved, kind: tool, type: com.acme.Moved, method: dispatch, tool: arg0}
          - {name: run, kind: run, type: DESK, method: answer, session: arg0}
          - {name: down, kind: turn, type: DESK, method: askDown, session: arg0.session, text: return}
          - name: turn
            kind: turn
            type: DESK
            method: ask
            session: arg0.session
            text: return.text
            model: return.model
            labels: {reader: arg0.messages}
            input_tokens: return.tokens
            tool: "return.calls[*].tool"
            args: "return.calls[*].arguments"
            inject: {arg0: "new DESK$Prompt(arg0.session, append(arg0.messages, message))"}
      """;

  /**
   * Runs it to its end.
   *
   * @param texts which texts it uses
   * @param settings further keys of the telemetry, with their values
   */
  static EveryPathRun of(Jdk jdk, File folder, String texts, String settings, String... jvmOptions)
      throws Exception {
    File recording = new File(folder, "recording.jfr");
    File audit = new File(folder, "audit.jsonl");
    try (AlertReceiver receiver = AlertReceiver.answering()) {
      JavaProgram program =
          JavaProgram.ofMain(EveryPathProgram.class)
              .on(jdk)
              .arguments(texts, folder.getPath())
              .environment("ALERT_URL", receiver.address())
              .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=debug")
              .jvmOptions(jvmOptions)
              .jvmOptions("-XX:StartFlightRecording:filename=" + recording.getPath())
              .agentConfig(
                  folder,
                  CONFIG
                      .replace("SETTINGS", settings)
                      .replace("AUDIT", audit.getPath())
                      .replace("EVENTS", EVENTS)
                      .replace("DESK", TYPE));
      Map<String, String> outputs = new LinkedHashMap<>();
      try (RunningProgram running = program.start()) {
        running.awaitOutput(text -> text.contains("done"), Programs.LIMIT);
        receive(receiver, outputs);
        URI page = Served.page(running);
        outputs.put(PAGE, Served.get(page) + Served.get(page.resolve("/state")));
        outputs.put(SCRAPE, Served.get(Served.metrics(running)));
        outputs.put(COMMANDS, commands(jdk, running));
        running.closeInput();
        ProgramResult result = running.await(Programs.LIMIT);
        assertThat(result.exitCode()).as(result.standardError()).isZero();
        outputs.put(STANDARD_ERROR, result.standardError());
      }
      outputs.put(AUDIT, Files.readString(audit.toPath()));
      outputs.put(RECORDING, values(recording.toPath()));
      outputs.put(PRINTED_RECORDING, printed(jdk, recording, folder));
      outputs.put(LISTENER, read(folder, "events.txt"));
      outputs.put(ANSWERS, read(folder, "answers.txt"));
      outputs.put(ERRORS, read(folder, "errors.txt"));
      return new EveryPathRun(read(folder, "echo.txt"), outputs);
    }
  }

  String output(String name) {
    return Objects.requireNonNull(outputs.get(name), name);
  }

  /** Takes alerts until each receiver was told of the last session. */
  private static void receive(AlertReceiver receiver, Map<String, String> outputs)
      throws InterruptedException {
    List<String> open = new ArrayList<>(WEBHOOKS);
    while (!open.isEmpty()) {
      String body = receiver.next().replaceFirst("^null ", "");
      String format =
          body.startsWith("{\"text\"")
              ? "slack"
              : body.startsWith("{\"content\"") ? "discord" : "json";
      outputs.merge(format, body + "\n", String::concat);
      if (body.contains(EveryPathProgram.LAST) && body.contains("session.reset")) {
        open.remove(format);
      }
    }
  }

  /** Returns the values of the agent's own events, each on a line. */
  private static String values(Path recording) throws IOException {
    StringBuilder values = new StringBuilder();
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      if (event.getEventType().getName().startsWith("io.loopsentinel.")) {
        for (ValueDescriptor field : event.getFields()) {
          if (event.getValue(field.getName()) instanceof String text) {
            values.append(text).append('\n');
          }
        }
      }
    }
    return values.toString();
  }

  static String printed(Jdk jdk, File recording, File folder) throws Exception {
    File output = new File(folder, "printed.txt");
    String jfr = new File(jdk.java().getParentFile(), "jfr").getPath();
    Process process =
        new ProcessBuilder(jfr, "print", "--categories", "Loop Sentinel", recording.getPath())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(output.toPath());
  }

  /** Returns the output of the command line on the terminal. */
  private static String commands(Jdk jdk, RunningProgram running) {
    StringBuilder told = new StringBuilder();
    for (ProgramResult result :
        List.of(
            Commands.run(jdk, "list"),
            Commands.run(jdk, "status", running),
            Commands.run(jdk, "sessions", running))) {
      assertThat(result.exitCode()).as("%s", result).isZero();
      told.append(result.standardOutput()).append(result.standardError());
    }
    return told.toString();
  }

  private static String read(File folder, String name) throws IOException {
    return Files.readString(new File(folder, name).toPath());
  }
}
