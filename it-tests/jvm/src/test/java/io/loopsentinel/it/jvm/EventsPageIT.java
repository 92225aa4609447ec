package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.Acme;
import io.loopsentinel.it.jvm.program.HelloProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the pages about events match the output of the agent, line by line. */
@FullMatrix
class EventsPageIT {

  private static final List<String> PAGES = List.of("events", "audit-log", "alerts", "management");
  private static final Pattern SHOWN = Pattern.compile("(?s)```(?:json|text)\n(.*?)```");
  private static final Pattern MEMBER = Pattern.compile("(?<=[{,]\")[a-z_]+(?=\":)");
  private static final Pattern SNIPPET = Pattern.compile("(?s)```java\n(.*?)```");

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        default: {escalation: [hint, terminate]}
        detectors: {error: {threshold: 3, escalation: [warn, hint, abort]}}
        overrides: {pay: {threshold: 1, escalation: [ask, abort]}}
        budget: {tool_calls: 5}
        breaker: {mode: enforce, failures: 2, calls: 2, open_for: 1s}
        telemetry:
          audit: {file: AUDIT, calls: true}
          webhooks: WEBHOOKS
          SETTINGS
        targets:
          - {name: acme-dispatch, kind: tool, type: ACME$Dispatcher, method: dispatch, session: arg0, tool: arg1, args: arg2}
          - {name: acme-submit, kind: tool, type: ACME$Dispatcher, method: submit, tool: arg0.name.text}
          - {name: acme-old, kind: tool, type: ACME$Dispatcher, method: dispach, tool: arg0}
          - {name: acme-turn, kind: turn, type: ACME$Model, method: chat, session: arg0, text: return.text, input_tokens: return.inputTokens, output_tokens: return.outputTokens, model: return.model, tool: "return.tools[*]"}
          - {name: acme-ping, kind: turn, type: ACME$Model, method: ping, session: '"c-14"', text: return}
          - {name: acme-batch, kind: tool, type: ACME$Dispatcher, method: dispatchAll, session: arg0, tool: "arg1[*]", args: '""'}
          - {name: acme-count, kind: tool, type: ACME$Dispatcher, method: count, session: arg0, tool: '"count"'}
          - {name: acme-status, kind: tool, type: ACME$Dispatcher, method: status, session: shared(arg0), tool: '"status"'}
          - {name: acme-run, kind: run, type: ACME$Assistant, method: ask, session: arg0}
      """;

  private static final String WEBHOOKS =
      """
      [{url: "${ALERT_URL}", events: [session.terminated]},
          {url: "${ALERT_URL}", events: [session.terminated], format: slack},
          {url: "${ALERT_URL}", events: [session.terminated], format: discord},
          {url: "${ALERT_URL}", events: [loop.detected], per_minute: 1}]
      """
          .strip();

  private static final String ASKED_BY_A_PARENT =
      """
      try {
        ASSISTANT.ask("c-20", () -> assistant.answer("c-20/search", "order 6"));
      } catch (Throwable stopped) {
        System.out.println("stopped");
      }
      """
          .replace("ASSISTANT", Acme.class.getName() + ".Assistant");

  private final Jdk jdk = Jdks.running();

  @TempDir private File folder;

  @Test
  void showsWhatARunTells() throws Exception {
    Set<String> told = new LinkedHashSet<>();
    tell(told, runWithAlerts());
    tell(told, runWithArguments());
    tell(told, runWithBudget());
    String snippet = runOfTheSnippet().standardOutput();
    assertThat(snippet).contains("tool of c-20/search: search stopped", "c-20 is told");
    tell(told, snippet);
    JavaProgram hello = JavaProgram.ofMain(HelloProgram.class).on(jdk).agent();
    tell(told, hello.run(Programs.LIMIT).standardError());

    List<String> shown =
        blocks(SHOWN).stream().flatMap(String::lines).filter(line -> !isOfStore(line)).toList();

    assertThat(shown).hasSizeGreaterThan(40);
    assertThat(shown)
        .filteredOn(line -> !line.strip().equals("..."))
        .allSatisfy(line -> assertThat(told).contains(normalised(line)));
    for (LoopEvent.Type type : LoopEvent.Type.values()) {
      String first = "{\"v\":1,\"type\":\"" + type.text();
      assertThat(isOfStore(first) || shown.stream().anyMatch(line -> line.startsWith(first)))
          .as(first)
          .isTrue();
    }
    assertThat(members(shown)).isEqualTo(members(told));
  }

  /** Returns whether a line is about a shared store: a test with an extension compares it. */
  private static boolean isOfStore(String line) {
    return line.startsWith("{\"v\":1,\"type\":\"store.");
  }

  private String runWithAlerts() throws Exception {
    File recording = new File(folder, "run.jfr");
    File audit = new File(folder, "audit.jsonl");
    StringBuilder told = new StringBuilder();
    try (AlertReceiver receiver = AlertReceiver.answering()) {
      JavaProgram program =
          program(config(audit, WEBHOOKS, ""))
              .environment("ALERT_URL", receiver.address())
              .jvmOptions("-XX:StartFlightRecording:filename=" + recording.getPath());
      try (RunningProgram running = program.start()) {
        running.awaitOutput(text -> text.contains("done"), Programs.LIMIT);
        for (int alert = 0; alert < 4; alert++) {
          told.append(body(receiver));
        }
        running.closeInput();
        told.append(running.await(Programs.LIMIT).standardError());
        // What was held back is told at the end.
        told.append(body(receiver));
      }
    }
    return told.append(Files.readString(audit.toPath()))
        .append(EveryPathRun.printed(jdk, recording, folder))
        .toString();
  }

  private String runWithArguments() throws Exception {
    File audit = new File(folder, "arguments.jsonl");
    try (RunningProgram running =
        program(config(audit, "[]", "include_arguments: true\n    redact: [token]")).start()) {
      running.closeInput();
      running.await(Programs.LIMIT);
    }
    return Files.readString(audit.toPath());
  }

  private String runWithBudget() throws Exception {
    File audit = new File(folder, "budget.jsonl");
    String config =
        config(audit, "[]", "costs: true")
            .replace("{tool_calls: 5}", "{prices: {gpt-5: {input: 1.25, output: 10}}}")
            .replace(
                "  telemetry:",
                "  budgets: [{name: daily, per: user, window: day, tokens: 2200}]\n"
                    + "  telemetry:")
            .replace(
                "model: return.model",
                "model: return.model, labels: {agent: {value: \"'librarian'\", plain: true}, user:"
                    + " arg0}");
    try (RunningProgram running = program(config).start()) {
      running.closeInput();
      running.await(Programs.LIMIT);
    }
    return Files.readString(audit.toPath());
  }

  /** Compiles the page's Java against the API and the program alone, and runs it. */
  private ProgramResult runOfTheSnippet() throws IOException {
    File source = new File(folder, "Example.java");
    Files.writeString(
        source.toPath(),
        "import io.loopsentinel.*;\nimport java.util.concurrent.*;\n"
            + "public class Example {\n"
            + "  public static void main(String[] args) throws Exception {\n"
            + "    var assistant = new "
            + Acme.class.getName()
            + ".Assistant();\n"
            + String.join("", blocks(SNIPPET))
            + ASKED_BY_A_PARENT
            + "  }\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath =
        TestClasses.folder().getPath() + File.pathSeparator + AgentJar.file().getPath();
    assertThat(
            compiler.run(
                null, null, null, "-Werror", "-proc:none", "-cp", classPath, source.getPath()))
        .isZero();
    return JavaProgram.ofMain("Example")
        .on(jdk)
        .classPath(folder, TestClasses.folder())
        .agentConfig(folder, config(new File(folder, "example.jsonl"), "[]", ""))
        .run(Programs.LIMIT);
  }

  private JavaProgram program(String config) {
    return JavaProgram.ofMain(Acme.class).on(jdk).agentConfig(folder, config);
  }

  private static String config(File audit, String webhooks, String settings) {
    return CONFIG
        .replace("AUDIT", audit.getPath())
        .replace("WEBHOOKS", webhooks)
        .replace("SETTINGS", settings)
        .replace("ACME", Acme.class.getName());
  }

  private static String body(AlertReceiver receiver) throws InterruptedException {
    return receiver.next().replaceFirst("^null ", "") + "\n";
  }

  private static void tell(Set<String> told, String output) {
    output.lines().map(EventsPageIT::normalised).forEach(told::add);
  }

  /** Leaves out what is another each time: times, durations, places of files, the version. */
  private static String normalised(String line) {
    return line.replace(Acme.class.getName() + "$", "com.acme.")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
        .replaceAll("startTime = .*", "startTime = TIME")
        .replaceAll("\"duration_ms\":[\\d.E-]+", "\"duration_ms\":TIME")
        .replaceAll("\"instance\":\"[0-9a-f]{8}\"", "\"instance\":\"ID\"")
        .replaceAll("(\"service\":|\"host\":)\".*?\"", "$1\"NAME\"")
        .replaceAll("\"pid\":\\d+", "\"pid\":N")
        .replaceAll("service: \\S+ on \\S+ \\S*\\(process \\d+", "service: S")
        .replaceAll("(javaThreadId = )\\d+", "$1N")
        // Counted when it is written, which may be after some calls.
        .replaceAll("(\"type\":\"target.matched\".*\"calls_stopped\":)\\d+", "$1N")
        // Hashes of results and arguments, which may be others with any version.
        .replaceAll("(?<=:\")[0-9a-f]{16}(?=\")", "HASH")
        .replaceAll("[^ (]*sentinel-config[^ :,)]*\\.yaml(:\\d+:\\d+)?", "sentinel-config.yaml")
        .replaceAll("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?(\"[,}]| watches)", "VERSION$2");
  }

  private static Set<String> members(Collection<String> lines) {
    return lines.stream()
        .flatMap(line -> MEMBER.matcher(line).results())
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> blocks(Pattern fence) throws IOException {
    StringBuilder pages = new StringBuilder();
    for (String name : PAGES) {
      pages.append(Files.readString(Path.of("../../docs", name + ".md")));
    }
    return fence.matcher(pages).results().map((MatchResult block) -> block.group(1)).toList();
  }
}
