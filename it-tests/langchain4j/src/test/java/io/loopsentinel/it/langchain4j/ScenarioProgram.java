package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Asks one assistant per way of dispatch, and prints each {@link Outcome} as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScenarioProgram() {}

  /** The argument names the {@link ModelBehaviour}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    for (Dispatch dispatch : Dispatch.values()) {
      Outcome outcome = run(dispatch, ModelBehaviour.valueOf(args[0]));
      System.out.println(JSON.writeValueAsString(outcome));
    }
  }

  private static Outcome run(Dispatch dispatch, ModelBehaviour behaviour)
      throws InterruptedException {
    SearchTool tool = new SearchTool();
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ScriptedModelServer model =
        ScriptedModelServer.start(behaviour.script(dispatch.callsPerResponse()))) {
      Assistant assistant = Assistant.of(dispatch, model.baseUrl(), tool, executor);
      try {
        String answer = assistant.answer("What is there on loops?");
        end(executor);
        return Outcome.answered(dispatch, tool, model.log(), answer);
      } catch (Throwable e) {
        end(executor);
        return Outcome.failed(dispatch, tool, model.log(), e);
      }
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
