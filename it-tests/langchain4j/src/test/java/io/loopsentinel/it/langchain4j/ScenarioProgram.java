package io.loopsentinel.it.langchain4j;

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
import java.util.concurrent.TimeUnit;

/** Plays scenarios, and prints an {@link Outcome} for each user of each as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScenarioProgram() {}

  /** The first argument names the class of the {@link Assistants}, the others the scenarios. */
  public static void main(String[] args) throws Exception {
    Assistants assistants =
        Class.forName(args[0]).asSubclass(Assistants.class).getDeclaredConstructor().newInstance();
    for (int i = 1; i < args.length; i++) {
      play(Scenario.parse(args[i]), assistants);
    }
    System.out.flush();
    // OkHttp, which the oldest versions use, would keep the JVM for another minute.
    System.exit(0);
  }

  private static void play(Scenario scenario, Assistants assistants) throws Exception {
    SearchTool tool = new SearchTool(scenario.behaviour().users());
    Dispatch dispatch = scenario.dispatch();
    ExecutorService executor = Executors.newCachedThreadPool();
    ExecutorService users = Executors.newCachedThreadPool();
    try (ScriptedModelServer model =
        ScriptedModelServer.start(scenario.behaviour().script(dispatch.callsPerResponse()))) {
      Assistant assistant = assistants.of(dispatch, model.baseUrl(), tool, executor);
      Callable<String> run = () -> ask(assistant);
      List<Future<String>> answers =
          users.invokeAll(Collections.nCopies(scenario.behaviour().users(), run));
      end(users);
      end(executor);
      for (Future<String> answer : answers) {
        System.out.println(JSON.writeValueAsString(outcome(scenario, tool, model, answer)));
      }
    }
  }

  private static String ask(Assistant assistant) throws Exception {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("LangChain4j throws neither an exception nor an error", e);
    }
  }

  private static Outcome outcome(
      Scenario scenario, SearchTool tool, ScriptedModelServer model, Future<String> answer)
      throws InterruptedException {
    try {
      return Outcome.answered(scenario, tool, model.log(), answer.get());
    } catch (ExecutionException e) {
      return Outcome.failed(scenario, tool, model.log(), Objects.requireNonNull(e.getCause()));
    }
  }

  /** Waits for calls whose result nobody waited for, since another of that response failed. */
  private static void end(ExecutorService executor) throws InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("A tool has not ended within a minute");
    }
  }
}
