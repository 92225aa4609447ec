package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Three users who ask twelve questions each, one after the other, of two agents by turns. Each has
 * one conversation, whose memory is kept. The model calls a tool for each question, and each of its
 * responses costs some cents.
 */
public final class SpentBudgets {

  /** The users, in the order in which they ask. */
  public static final List<String> USERS = List.of("ann", "bob", "carol");

  /** The agents. */
  public static final List<String> AGENTS = List.of("Librarian", "Clerk");

  private static final int QUESTIONS = 12;
  private static final double CAP = 0.40;
  private static final Answer ANSWER = new Answer("There is a book. ".repeat(20));
  private static final double ROUNDING = 1e-9;

  private static final String CONFIG =
      """
      sentinel:
        budget: {prices: {scripted: {input: 0, output: 1000}}}
        budgets:
          - {name: daily, per: PER, window: day, cost_usd: CAP, warn_at: none}
        telemetry:
          costs: true
          audit: {file: 'FILE'}
        targets:
          - name: desk
            kind: run
            type: DESK
            method: ask
            labels: {user: {value: arg0, plain: true}, agent: {value: arg1, plain: true}}
      """;

  /** Asks an agent in the conversation of a user. */
  @FunctionalInterface
  public interface Agents {

    String ask(String user, String agent, String question) throws Exception;
  }

  /**
   * What came of it.
   *
   * @param answers how many questions of each user were answered
   * @param failures what came instead of the others
   * @param requests how many requests the model answered
   * @param unanswered how many tool calls in the memories have no answer
   */
  public record Played(
      Map<String, Integer> answers, List<Failure> failures, int requests, int unanswered) {}

  /** What is asked, by whom: an application's own, which the framework knows nothing of. */
  static final class Desk {

    private final Agents agents;

    Desk(Agents agents) {
      this.agents = agents;
    }

    String ask(String user, String agent, String question) throws Exception {
      return agents.ask(user, agent, question);
    }
  }

  private SpentBudgets() {}

  /**
   * Returns the configuration of a budget for the day.
   *
   * @param per whose use is added up
   */
  public static String config(File folder, String per) {
    return CONFIG
        .replace("PER", per)
        .replace("CAP", String.valueOf(CAP))
        .replace("FILE", AuditedEvents.file(folder).getPath())
        .replace("DESK", Desk.class.getName());
  }

  /**
   * Lets the users ask.
   *
   * @param agents makes the agents, of their model's URL
   * @param unanswered counts the tool calls without an answer in all memories
   */
  public static <T extends Agents> Played play(
      Function<String, T> agents, ToIntFunction<T> unanswered) {
    return play(SpentBudgets::searchThenAnswer, agents, unanswered);
  }

  /** Lets the users ask a model that knows every answer and never calls a tool. */
  public static <T extends Agents> Played playWithoutTools(
      Function<String, T> agents, ToIntFunction<T> unanswered) {
    return play(conversation -> ANSWER, agents, unanswered);
  }

  private static Reply searchThenAnswer(Conversation conversation) {
    return conversation.responsesToQuestion() == 0
        ? new ToolCalls(
            List.of(
                new ToolCall(
                    "search", "{\"query\": \"shelf " + conversation.messages().size() + "\"}")))
        : ANSWER;
  }

  private static <T extends Agents> Played play(
      Script script, Function<String, T> agents, ToIntFunction<T> unanswered) {
    Map<String, Integer> answers = new LinkedHashMap<>();
    List<Failure> failures = new ArrayList<>();
    try (ScriptedModelServer model = ScriptedModelServer.start(script)) {
      T made = agents.apply(model.baseUrl());
      Desk desk = new Desk(made);
      for (String user : USERS) {
        for (int i = 0; i < QUESTIONS; i++) {
          try {
            desk.ask(user, AGENTS.get(i % 2), "Question " + i);
            answers.merge(user, 1, Integer::sum);
          } catch (Exception | Error e) {
            failures.add(Failure.of(e));
          }
        }
      }
      return new Played(answers, failures, model.log().requests(), unanswered.applyAsInt(made));
    }
  }

  /**
   * Asserts that each response was counted once, that no holder of the budget spent more than it
   * and one response, that each was told of once, and that the conversations can go on.
   *
   * @param holders who was to spend a budget
   */
  public static void assertHeld(Played played, File folder, String per, Set<String> holders) {
    AuditedEvents events = AuditedEvents.of(folder);
    Map<String, List<Double>> costs = new TreeMap<>();
    for (JsonNode cost : events.of("cost.attributed").events()) {
      costs
          .computeIfAbsent(
              per.equals("global") ? "" : cost.path("labels").path(per).asText(),
              key -> new ArrayList<>())
          .add(cost.path("cost_usd").asDouble());
    }
    assertEquals(
        played.requests(),
        costs.values().stream().mapToInt(List::size).sum(),
        () -> "responses counted: " + costs);
    assertEquals(holders, costs.keySet());
    costs.forEach(
        (holder, each) -> {
          double sum = each.stream().mapToDouble(Double::doubleValue).sum();
          assertTrue(sum > CAP, holder + " was to spend the budget: " + each);
          assertTrue(
              sum - each.get(each.size() - 1) <= CAP + ROUNDING,
              holder + " paid for more than the response that passed the cap: " + each);
        });
    List<String> reasons =
        events.of("budget.exceeded").events().stream()
            .map(event -> event.path("reason").asText())
            .toList();
    assertEquals(holders.size(), reasons.size(), reasons::toString);
    for (String holder : holders) {
      String of = holder.isEmpty() ? "" : " of " + per + " " + holder;
      assertTrue(
          reasons.stream()
              .anyMatch(each -> each.startsWith("budget daily" + of + " is spent: 0.4")),
          reasons::toString);
    }
    assertEquals(List.of(), events.of("loop.escalated").events());
    assertEquals(List.of(), events.of("session.terminated").events());
    assertEquals(0, played.unanswered());
    int answers = played.answers().values().stream().mapToInt(Integer::intValue).sum();
    assertEquals(QUESTIONS * USERS.size(), answers + played.failures().size());
    assertTrue(
        played.failures().stream()
            .flatMap(each -> each.loops().stream())
            .allMatch(loop -> loop.detector().equals("budget")),
        played::toString);
  }
}
