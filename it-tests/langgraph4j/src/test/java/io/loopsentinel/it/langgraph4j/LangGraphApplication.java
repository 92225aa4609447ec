package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The application on LangGraph4j that plays the scenarios. */
final class LangGraphApplication extends ScenarioApplication<Dispatch> {

  /** The habits of models, whose patience is longer than LangGraph4j's own limit of 25 steps. */
  static final Habits HABITS =
      Habits.DEFAULT.withPatience(26).withVolumes(2).withPolls(6).heedingFailures();

  /** Turns and tokens are capped in all of them, so that one JVM plays all. */
  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(LangGraphApplication.class)
              .jvmOptions(
                  JavaProgram.QUICK_START,
                  "-XX:+UseSerialGC",
                  "-Dloopsentinel.budget.turns=" + LangGraphBehaviour.TURNS,
                  "-Dloopsentinel.budget.tokens=" + LangGraphBehaviour.TOKENS),
          List.of(Dispatch.values()),
          HABITS);

  private LangGraphApplication() {
    super(List.of(Dispatch.values()), HABITS, LangGraphBehaviour.values());
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new LangGraphApplication(), args);
  }

  /** The executor for LangChain4j answers no call of an unknown tool. */
  @Override
  protected ScriptedModelServer model(Dispatch dispatch, Behaviour behaviour) {
    ScriptedModelServer model = ScriptedModelServer.start(script(dispatch, behaviour));
    return behaviour == ModelBehaviour.GUESSING ? model.lenient() : model;
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library)
      throws Exception {
    boolean saver = dispatch != Dispatch.STREAMED;
    boolean shared = dispatch != Dispatch.OWN_TOOL;
    List<Assistant<?, ?>> assistants = new ArrayList<>();
    for (int i = 0; i < (shared ? 1 : behaviour.users()); i++) {
      assistants.add(AgentExecutors.assistant(dispatch, saver, modelUrl, new SearchTool(library)));
    }
    // A graph does not keep a message that it has already.
    AtomicIntegerArray questions = new AtomicIntegerArray(behaviour.users());
    return (user, question) ->
        assistants
            .get(shared ? 0 : user)
            .answer(
                dispatch,
                thread(dispatch, user),
                question + " Question " + questions.incrementAndGet(user));
  }

  private static String thread(Dispatch dispatch, int user) {
    return switch (dispatch) {
      case CALLED, APPROVED, SUBGRAPH -> "user " + user;
      case STREAMED, OWN_TOOL -> "all users";
    };
  }
}
