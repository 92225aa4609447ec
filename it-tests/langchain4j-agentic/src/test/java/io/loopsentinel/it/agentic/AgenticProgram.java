package io.loopsentinel.it.agentic;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays the scenarios of its arguments, and prints an {@link Outcome} for each user of each. */
final class AgenticProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private AgenticProgram() {}

  public static void main(String[] args) throws Exception {
    for (String scenario : args) {
      play(Scenario.valueOf(scenario));
    }
    System.out.flush();
    System.exit(0);
  }

  private static void play(Scenario scenario) throws Exception {
    ExecutorService users = Executors.newCachedThreadPool();
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ScriptedModelServer supervisor = ScriptedModelServer.start(Models.supervisor(scenario));
        ScriptedModelServer librarian = ScriptedModelServer.start(Models.librarian(scenario))) {
      Agents agents = new Agents(scenario, supervisor.baseUrl(), librarian.baseUrl(), executor);
      Callable<Object> call = agents.root();
      List<Future<Object>> answers = users.invokeAll(Collections.nCopies(scenario.users(), call));
      int requests = supervisor.log().requests() + librarian.log().requests();
      for (Future<Object> answer : answers) {
        System.out.println(
            JSON.writeValueAsString(outcome(scenario, agents.runs(), requests, answer)));
      }
    } finally {
      users.shutdown();
      executor.shutdown();
    }
  }

  private static Outcome outcome(Scenario scenario, int runs, int requests, Future<Object> answer)
      throws InterruptedException {
    try {
      return Outcome.answered(scenario, runs, requests, answer.get());
    } catch (ExecutionException e) {
      return Outcome.failed(scenario, runs, requests, Objects.requireNonNull(e.getCause()));
    }
  }
}
