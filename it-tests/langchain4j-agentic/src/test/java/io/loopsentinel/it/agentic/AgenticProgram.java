package io.loopsentinel.it.agentic;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays the scenarios of its arguments, and prints the {@link Outcome} of each. */
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
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ScriptedModelServer supervisor = ScriptedModelServer.start(Models.supervisor(scenario));
        ScriptedModelServer librarian = ScriptedModelServer.start(Models.librarian(scenario))) {
      Agents agents = new Agents(scenario, supervisor.baseUrl(), librarian.baseUrl(), executor);
      Callable<Object> call = agents.root();
      Answers answers =
          Answers.ask(Collections.nCopies(scenario.users(), () -> String.valueOf(call.call())), 1);
      int requests = supervisor.log().requests() + librarian.log().requests();
      Outcome outcome =
          new Outcome(scenario, agents.runs(), requests, answers.answers(), answers.failures());
      System.out.println(JSON.writeValueAsString(outcome));
    } finally {
      executor.shutdown();
    }
  }
}
