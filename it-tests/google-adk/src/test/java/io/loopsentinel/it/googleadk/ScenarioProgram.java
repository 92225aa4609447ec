package io.loopsentinel.it.googleadk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks one assistant per way of dispatch, and prints each {@link Outcome} as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScenarioProgram() {}

  /** The arguments name each {@link ModelBehaviour}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    for (String behaviour : args) {
      for (Dispatch dispatch : Dispatch.values()) {
        Outcome outcome = run(dispatch, ModelBehaviour.valueOf(behaviour));
        System.out.println(JSON.writeValueAsString(outcome));
      }
    }
    // The HTTP client keeps threads for connections to come.
    System.exit(0);
  }

  private static Outcome run(Dispatch dispatch, ModelBehaviour behaviour)
      throws InterruptedException {
    SearchTool tool = new SearchTool(behaviour.users());
    List<String> answers = new ArrayList<>();
    List<Outcome.Failure> failures = new ArrayList<>();
    ExecutorService users = Executors.newFixedThreadPool(behaviour.users());
    try (ScriptedModelServer model = ScriptedModelServer.startGemini(behaviour.script())) {
      Assistant assistant = Assistant.of(dispatch, model.baseUrl(), tool);
      List<Callable<String>> questions = new ArrayList<>();
      for (int user = 0; user < behaviour.users(); user++) {
        Assistant.Conversation conversation = assistant.conversation("user " + user);
        questions.add(() -> conversation.answer("What is there on loops?"));
      }
      for (int round = 0; round < behaviour.rounds(); round++) {
        for (Future<String> answer : users.invokeAll(questions)) {
          try {
            answers.add(answer.get());
          } catch (ExecutionException e) {
            failures.add(Outcome.Failure.of(Objects.requireNonNull(e.getCause())));
          }
        }
      }
      return new Outcome(
          dispatch, behaviour, tool.runs(), tool.runsOfLoop(), model.log(), answers, failures);
    } finally {
      users.shutdown();
    }
  }
}
