package io.loopsentinel.it.langgraph4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks assistants per way of dispatch, and prints each {@link Outcome} as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScenarioProgram() {}

  /** The arguments name each {@link ModelBehaviour}. */
  public static void main(String[] args) throws Exception {
    for (String behaviour : args) {
      for (Dispatch dispatch : Dispatch.values()) {
        Outcome outcome = run(dispatch, ModelBehaviour.valueOf(behaviour));
        System.out.println(JSON.writeValueAsString(outcome));
      }
    }
    // Graphs keep threads for what is to be streamed, and HTTP clients for connections to come.
    System.exit(0);
  }

  private static Outcome run(Dispatch dispatch, ModelBehaviour behaviour) throws Exception {
    Library library = new Library(behaviour.users());
    try (ScriptedModelServer model = ScriptedModelServer.start(behaviour.script())) {
      if (behaviour == ModelBehaviour.GUESSING) {
        // The executor for LangChain4j answers no call of a tool that does not exist.
        model.lenient();
      }
      SearchTool tool = new SearchTool(library);
      List<Callable<String>> users = new ArrayList<>();
      boolean saver = dispatch != Dispatch.STREAMED;
      Assistant<?, ?> shared = AgentExecutors.assistant(dispatch, saver, model.baseUrl(), tool);
      for (int user = 0; user < behaviour.users(); user++) {
        Assistant<?, ?> assistant =
            dispatch == Dispatch.OWN_TOOL
                ? AgentExecutors.assistant(dispatch, saver, model.baseUrl(), tool)
                : shared;
        String thread =
            switch (dispatch) {
              case CALLED, APPROVED, SUBGRAPH -> "user " + user;
              case STREAMED, OWN_TOOL -> "all users";
            };
        // A graph does not keep a message that it has already.
        AtomicInteger questions = new AtomicInteger();
        users.add(
            () ->
                assistant.answer(
                    dispatch,
                    thread,
                    "What is there on loops? Question " + questions.incrementAndGet()));
      }
      Answers answers = Answers.ask(users, behaviour.rounds());
      return Outcome.of(dispatch, behaviour, library, model.log(), answers);
    }
  }
}
