package io.loopsentinel.it.semantickernel;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

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
      throws IOException, InterruptedException {
    Library library = new Library(behaviour.users());
    try (ScriptedModelServer model = ScriptedModelServer.start(behaviour.script())) {
      if (behaviour.failsCalls() && SemanticKernelVersion.repeatsIdsOfFailedCalls()) {
        model.lenient();
      }
      Assistant assistant = new Assistant(dispatch, model.baseUrl(), library);
      List<Callable<String>> users = new ArrayList<>();
      for (int user = 0; user < behaviour.users(); user++) {
        Assistant.Conversation conversation = assistant.conversation();
        users.add(() -> conversation.answer("What is there on loops?"));
      }
      Answers answers = Answers.ask(users, behaviour.rounds());
      return Outcome.of(dispatch, behaviour, library, model.log(), answers);
    }
  }
}
