package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.GuardedCalls;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.audit.AuditLog;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The decisions of guards are repeated by replaying the audit log. */
class AuditedCallsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARKER = "k7Qmarkerz";

  private static final String TARGETS =
      """

        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', text: return}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
          - {name: run, kind: run, type: TYPE, method: answer, session: '"s"'}
      """;

  /** Batches, a session that conversations share, and a model that asks for what nobody calls. */
  private static final String RARER_TARGETS =
      """

        targets:
          - {name: batch, kind: tool, type: TYPE, method: dispatchAll, session: '"b"', tool: "arg0[*]", args: arg1, output: "return[*]"}
          - {name: status, kind: tool, type: TYPE, method: status, session: 'shared("pool")', tool: arg0, args: arg1}
          - {name: chat, kind: turn, type: TYPE, method: chat, session: '"u"', text: return.text, tool: "return.tools[*]"}
      """;

  @TempDir private Path folder;

  /** A model, its tools and what goes round between them. */
  @SuppressWarnings("unused")
  interface Agent {
    String ask(String message);

    String dispatch(String tool, Map<String, Object> arguments);

    String answer(String question);

    List<String> dispatchAll(List<String> tools, Map<String, Object> arguments);

    String status(String tool, Map<String, Object> arguments);

    Map<String, Object> chat(String message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sentinel:",
        "sentinel:\n  mode: observe",
        "sentinel:\n  default: {threshold: 2, action: warn}",
        "sentinel:\n  default: {escalation: [observe, hint, terminate]}",
        "sentinel:\n  default: {threshold: 2, escalation: [warn, ask, hint, ask, terminate]}",
        "sentinel:\n  default: {threshold: 2, escalation: [ask, warn, ask, ask]}",
        "sentinel:\n  overrides: {fetch: {threshold: 1}, 'se*': {exempt: true}}",
        "sentinel:\n  budget: {tool_calls: 60, turns: 25}",
        "sentinel:\n  detectors: {cycle: {enabled: false}, similar_turns: {enabled: false}}"
      })
  void areDecidedAsTheyWere(String settings) throws Exception {
    GuardedCalls calls = audited(settings + TARGETS);
    Random random = new Random(settings.hashCode());

    for (int i = 0; i < 300; i++) {
      step(calls, random, i);
    }
    end(calls);
    JsonNode report = replayed(settings + TARGETS);

    List<JsonNode> runs = new ArrayList<>();
    report.get("runs").forEach(runs::add);
    assertThat(runs).hasSizeGreaterThan(2);
    assertThat(runs).allSatisfy(run -> assertThat(run.get("decided_differently")).isEmpty());
    assertThat(runs.stream().mapToInt(run -> run.get("findings").size()).sum()).isPositive();
    assertThat(runs.stream().mapToInt(run -> run.get("calls").asInt()).sum())
        .isEqualTo(lines().stream().filter(AuditedCallsTest::isJudged).count())
        .isGreaterThan(50);
    assertThat(report.get("broken_lines").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sentinel:",
        "sentinel:\n  mode: observe",
        "sentinel:\n  default: {escalation: [warn, hint, terminate]}",
        "sentinel:\n  budget: {tool_calls: 30, turns: 20}"
      })
  void areDecidedAsTheyWereInBatchesSharedSessionsAndResponses(String settings) throws Exception {
    GuardedCalls calls = audited(settings + RARER_TARGETS);
    Random random = new Random(settings.hashCode());

    for (int i = 0; i < 200; i++) {
      rarerStep(calls, random, i);
    }
    end(calls);
    JsonNode report = replayed(settings + RARER_TARGETS);

    assertThat(lines())
        .anyMatch(line -> line.contains("\"shared\":true"))
        .anyMatch(line -> line.contains("\"dispatched\":false"));
    assertThat(report.get("runs")).hasSize(3);
    assertThat(report.get("runs"))
        .allSatisfy(run -> assertThat(run.get("findings")).isNotEmpty())
        .allSatisfy(run -> assertThat(run.get("decided_differently")).as("%s", run).isEmpty());
    assertThat(report.get("broken_lines").asInt()).isZero();
  }

  @Test
  void overlappingCallsAreDecidedAsRecorded() throws Exception {
    GuardedCalls calls = audited("sentinel:" + TARGETS);
    List<ExecutorService> threads = new ArrayList<>();
    List<@Nullable Object> verdicts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ExecutorService thread = Executors.newSingleThreadExecutor();
      threads.add(thread);
      verdicts.add(
          thread
              .submit(
                  () ->
                      calls
                          .guard("dispatch")
                          .apply(null, new Object[] {"search", Map.of("q", "x")}))
              .get());
    }

    for (int i = 2; i >= 0; i--) {
      int call = i;
      threads
          .get(i)
          .submit(() -> Hook.exit(verdicts.get(call), "result " + call + " is a new one", null))
          .get();
    }
    threads.forEach(ExecutorService::shutdown);
    end(calls);

    JsonNode run = replayed("sentinel:" + TARGETS).get("runs").get(0);
    assertThat(run.get("decisions"))
        .extracting(JsonNode::asText)
        .containsExactly("run", "run", "run", "hint");
    assertThat(run.get("decided_differently")).isEmpty();
  }

  @Test
  void concurrentCallsAreDecidedAsRecorded() throws Exception {
    GuardedCalls calls = audited("sentinel:" + TARGETS);
    ExecutorService threads = Executors.newFixedThreadPool(8);

    for (int i = 0; i < 240; i++) {
      String tool = "search" + i / 60;
      String result = "result " + i % 7;
      Future<?> unused = threads.submit(() -> dispatch(calls, tool, Map.of("q", "x"), result));
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    end(calls);

    JsonNode run = replayed("sentinel:" + TARGETS).get("runs").get(0);
    assertThat(run.get("decisions")).hasSize(240);
    assertThat(run.get("decided_differently")).isEmpty();
  }

  @Test
  void areDecidedDifferentlyUnderAnotherConfiguration() throws Exception {
    GuardedCalls calls = audited("sentinel:" + TARGETS);
    for (int i = 0; i < 4; i++) {
      dispatch(calls, "search", Map.of("q", "x"), "nothing");
    }
    end(calls);

    JsonNode run = replayed("sentinel:\n  default: {threshold: 2}" + TARGETS).get("runs").get(0);

    assertThat(run.get("decided_differently")).extracting(JsonNode::asInt).containsExactly(2);
  }

  @Test
  void leaveNothingOfArgumentsResultsAndTextInFileAndLog() throws Exception {
    GuardedCalls calls = audited("sentinel:" + TARGETS);

    for (int i = 0; i < 6; i++) {
      dispatch(calls, "search", Map.of("q", MARKER), "found " + MARKER);
      dispatch(calls, "read", Map.of(MARKER, i), "error: " + MARKER);
      ask(calls, "I say " + MARKER);
      try {
        calls
            .guard("dispatch")
            .fail(new IllegalStateException(MARKER), "write", Map.of("text", MARKER));
      } catch (IllegalStateException | ToolLoopError expected) {
        // What the tool threw, or what stopped it.
      }
    }
    end(calls);

    assertThat(lines()).hasSizeGreaterThan(20);
    assertThat(Files.readString(log())).doesNotContain(MARKER);
    assertThat(calls.log()).isNotEmpty().doesNotContain(MARKER);
  }

  @Test
  void areReadUpToALineThatIsTorn() throws Exception {
    GuardedCalls calls = audited("sentinel:" + TARGETS);
    for (int i = 0; i < 4; i++) {
      dispatch(calls, "search", Map.of("q", "x"), "nothing");
    }
    end(calls);
    int whole = lines().size();
    Files.writeString(log(), "{\"v\":1,\"type\":\"call\",\"ti", StandardOpenOption.APPEND);

    StringWriter errors = new StringWriter();
    JsonNode report = replayed("sentinel:" + TARGETS, errors);

    assertThat(report.get("runs").get(0).get("calls").asInt()).isEqualTo(4);
    assertThat(report.get("broken_lines").asInt()).isEqualTo(1);
    assertThat(errors.toString()).contains(":" + (whole + 1) + ": skipped: not JSON at column");
  }

  private static void step(GuardedCalls calls, Random random, int step) throws Exception {
    try {
      switch (random.nextInt(20)) {
        case 0 -> run(calls);
        case 1, 2, 3 -> ask(calls, "I look for it in place " + random.nextInt(2));
        case 4, 5 ->
            calls
                .guard("dispatch")
                .fail(
                    new IllegalStateException("no such file: " + random.nextInt(3)),
                    "open",
                    Map.of("path", "/" + random.nextInt(4)));
        case 6, 7 -> dispatch(calls, "fetch", Map.of("page", random.nextInt(3)), "page " + step);
        default ->
            dispatch(
                calls,
                random.nextBoolean() ? "search" : "list",
                Map.of("query", "a b c d e f g h " + random.nextInt(3)),
                "the same " + random.nextInt(2));
      }
    } catch (IllegalStateException | ToolLoopError expected) {
      // What the tool threw, or what stopped it.
    }
  }

  private static void rarerStep(GuardedCalls calls, Random random, int step) throws Exception {
    Map<String, Object> arguments = Map.of("n", random.nextInt(2));
    try {
      switch (random.nextInt(3)) {
        case 0 -> {
          List<String> tools = random.nextBoolean() ? List.of("list", "fetch") : List.of("fetch");
          List<String> results = tools.stream().map(tool -> tool + random.nextInt(2)).toList();
          calls.call("dispatchAll", () -> results, tools, arguments);
        }
        case 1 -> calls.call("status", () -> "up", "status", arguments);
        default -> {
          Map<String, Object> response =
              Map.of(
                  "text",
                  "step " + step,
                  "tools",
                  random.nextInt(4) > 0 ? List.of("serach") : List.of());
          calls.call("chat", () -> response, "hello");
        }
      }
    } catch (ToolLoopError expected) {
      // What stopped it.
    }
  }

  private GuardedCalls audited(String yaml) {
    GuardedCalls calls = GuardedCalls.of(Agent.class, yaml);
    calls.telemetry().events().add(new Operator(calls));
    calls
        .telemetry()
        .events()
        .add(
            new AuditLog(
                log().toFile(),
                new Audit(Optional.empty(), true, 1 << 24, 1),
                "test",
                () -> new ServiceInstance("shop", "host-1", 42),
                calls.telemetry().failures()));
    return calls;
  }

  /** Answers what is asked in one way after the other, and every fifth time not. */
  private record Operator(GuardedCalls calls) implements EventSink {

    private static final List<Answer> ANSWERS =
        List.of(
            Answer.none("in time"),
            Answer.of("run", null, "by test"),
            Answer.of("hint", null, "by test"),
            Answer.of("abort", null, "by test"),
            Answer.of("message", "go on", "by test"));

    @Override
    public boolean isImmediate() {
      return true;
    }

    @Override
    public String name() {
      return "operator";
    }

    @Override
    public void accept(LoopEvent event) {
      if (event.type() == LoopEvent.Type.CALL_WAITING && event.question() != null) {
        String id = event.question().id();
        calls.questions().answer(id, ANSWERS.get(Integer.parseInt(id) % ANSWERS.size()));
      }
    }
  }

  private JsonNode replayed(String yaml) throws IOException {
    return replayed(yaml, new StringWriter());
  }

  private JsonNode replayed(String yaml, StringWriter errors) throws IOException {
    Path config = folder.resolve("config.yaml");
    Files.writeString(config, yaml.replace("TYPE", Agent.class.getName()));
    StringWriter out = new StringWriter();
    int exitCode =
        new CommandLine(new ReplayCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors))
            .execute(log().toString(), "--config", config.toString(), "--json", "-");
    assertThat(exitCode).as("%s", errors).isZero();
    return JSON.readTree(out.toString());
  }

  private Path log() {
    return folder.resolve("audit.jsonl");
  }

  /** A call that comes after the end of its run is in the log, and nothing judges it. */
  private static boolean isJudged(String line) {
    return line.contains("\"type\":\"call\"") && !line.contains("\"after_end\":true");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(log());
  }

  /** Waits until all lines are there. */
  private static void end(GuardedCalls calls) {
    calls.telemetry().events().close(Duration.ofMinutes(1));
  }

  private static @Nullable Object dispatch(
      GuardedCalls calls, String tool, Map<String, Object> arguments, String result)
      throws Exception {
    return calls.call("dispatch", () -> result, tool, arguments);
  }

  private static @Nullable Object ask(GuardedCalls calls, String text) throws Exception {
    return calls.call("ask", () -> text, "hello");
  }

  private static void run(GuardedCalls calls) throws Exception {
    calls.call("answer", () -> "answer", "question");
  }
}
