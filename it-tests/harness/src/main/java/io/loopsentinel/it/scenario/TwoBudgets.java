package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Two users who ask at once, one of them twice, each with a budget of four calls for the day. A
 * model that answers makes three calls for it. The threads are virtual ones where the JDK has them.
 */
public final class TwoBudgets {

  private static final String ANSWER = "There are three books on loops.";
  private static final double ROUNDING = 1e-12;

  private static final String CONFIG =
      """
      sentinel:
        budget: {prices: {scripted: {input: 2, cached: 0.5, output: 8}}}
        budgets:
          - {name: daily, per: user, window: day, tool_calls: 4, warn_at: none, escalation: [abort]}
        telemetry:
          costs: true
          audit: {file: 'FILE'}
        targets:
          - name: desk
            kind: run
            type: DESK
            method: ask
            labels: {user: {value: arg0, plain: true}}
      """;

  /** What is asked, by whom: an application's own, which the framework knows nothing of. */
  static final class Desk {

    private final Callable<String> assistant;

    Desk(Callable<String> assistant) {
      this.assistant = assistant;
    }

    String ask(String user) throws Exception {
      return user + ": " + assistant.call();
    }
  }

  private TwoBudgets() {}

  /** Returns the configuration of the budgets, which writes {@link AuditedEvents}. */
  public static String config(File folder) {
    return CONFIG
        .replace("FILE", AuditedEvents.file(folder).getPath())
        .replace("DESK", Desk.class.getName());
  }

  /**
   * Lets the users ask.
   *
   * @param assistant makes what answers a question, of its model's URL
   * @param searches how often its tool was executed
   */
  public static Outcome play(
      Enum<?> dispatch, Function<String, Callable<String>> assistant, IntSupplier searches)
      throws Exception {
    Script script =
        Script.healthy(
            Stream.of("loops", "cycles", "rings").map(TwoBudgets::call).toList(), ANSWER);
    Answers answers = Answers.none();
    ExecutorService threads = threads();
    try (ScriptedModelServer model = ScriptedModelServer.start(script)) {
      Desk desk = new Desk(assistant.apply(model.baseUrl()));
      Callable<Answers> ann = () -> answers.and(() -> desk.ask("ann")).and(() -> desk.ask("ann"));
      Callable<Answers> bob = () -> answers.and(() -> desk.ask("bob"));
      for (Future<Answers> each : threads.invokeAll(List.of(ann, bob))) {
        each.get();
      }
      return new Outcome(
          dispatch.name(),
          "HEALTHY",
          searches.getAsInt(),
          0,
          model.log(),
          answers.answers(),
          answers.failures());
    } finally {
      threads.shutdown();
    }
  }

  /**
   * Asserts that the budget has ended the second run of the one user and nothing else, and that
   * each turn cost what its tokens cost.
   *
   * @return the events of what turns cost
   */
  public static AuditedEvents assertOneIsEnded(Outcome outcome, File folder) {
    assertEquals(
        List.of("ann: " + ANSWER, "bob: " + ANSWER), outcome.answers().stream().sorted().toList());
    assertEquals(1, outcome.failures().size());
    assertEquals(
        List.of("budget"), outcome.failures().get(0).loops().stream().map(Loop::detector).toList());
    assertEquals(4 + 3, outcome.toolRuns());
    AuditedEvents events = AuditedEvents.of(folder);
    assertEquals(Set.of("ann"), events.of("budget.exceeded").label("user"));
    AuditedEvents costs = events.of("cost.attributed");
    assertEquals(Set.of("ann", "bob"), costs.label("user"));
    for (JsonNode cost : costs.events()) {
      long cached = cost.path("cached_tokens").asLong();
      long input = cost.path("input_tokens").asLong() - cached;
      long output = cost.path("output_tokens").asLong();
      assertEquals(
          (2 * input + 0.5 * cached + 8 * output) / 1e6,
          cost.path("cost_usd").asDouble(),
          ROUNDING,
          cost::toString);
    }
    return costs;
  }

  private static ToolCalls call(String query) {
    return new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"" + query + "\"}")));
  }

  private static ExecutorService threads() throws ReflectiveOperationException {
    return Runtime.version().feature() < 21
        ? Executors.newCachedThreadPool()
        : (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
