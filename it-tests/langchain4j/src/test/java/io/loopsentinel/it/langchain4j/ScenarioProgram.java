package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Operator;
import io.loopsentinel.it.scenario.Outcome;
import java.util.Collections;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Plays scenarios, and prints the {@link Outcome} of each as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScenarioProgram() {}

  /** The first argument names the class of the {@link Assistants}, the others the scenarios. */
  public static void main(String[] args) throws Exception {
    Assistants assistants =
        Class.forName(args[0]).asSubclass(Assistants.class).getDeclaredConstructor().newInstance();
    Operator.attend();
    for (int i = 1; i < args.length; i++) {
      play(Scenario.parse(args[i]), assistants);
    }
    System.out.flush();
    // OkHttp, which the oldest versions use, would keep the JVM for another minute.
    System.exit(0);
  }

  private static void play(Scenario scenario, Assistants assistants) throws Exception {
    ModelBehaviour behaviour = scenario.behaviour();
    Dispatch dispatch = scenario.dispatch();
    SearchTool tool = new SearchTool(behaviour.searches());
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ScriptedModelServer model =
        ScriptedModelServer.start(behaviour.script(dispatch.callsPerResponse()))) {
      Assistant assistant = assistants.of(dispatch, model.baseUrl(), tool, executor);
      Answers answers =
          Answers.ask(Collections.nCopies(behaviour.users(), () -> ask(assistant)), 1);
      end(executor);
      Outcome outcome =
          new Outcome(
              dispatch.name(),
              behaviour.name(),
              tool.runs(),
              tool.runsOfLoop(),
              model.log(),
              answers.answers(),
              answers.failures());
      System.out.println(JSON.writeValueAsString(outcome));
    }
  }

  /** Asks an assistant; fails as that does. */
  static String ask(Assistant assistant) throws Exception {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("LangChain4j throws neither an exception nor an error", e);
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
