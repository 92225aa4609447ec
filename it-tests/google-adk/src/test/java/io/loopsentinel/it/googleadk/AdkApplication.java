package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.stream.IntStream;

/** The application on Google ADK that plays the scenarios. */
final class AdkApplication extends ScenarioApplication<Dispatch> {

  static final Habits HABITS = Habits.DEFAULT.heedingFailures();

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(AdkApplication.class).jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          HABITS);

  private AdkApplication() {
    super(List.of(Dispatch.values()), HABITS);
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new AdkApplication(), args);
  }

  /** ADK leaves calls of unknown tools without an answer. */
  @Override
  protected ScriptedModelServer model(Dispatch dispatch, Behaviour behaviour) {
    ScriptedModelServer model = ScriptedModelServer.startGemini(script(dispatch, behaviour));
    return behaviour == ModelBehaviour.GUESSING || behaviour == ModelBehaviour.STUBBORNLY_GUESSING
        ? model.lenient()
        : model;
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    Assistant assistant = Assistant.of(dispatch, modelUrl, new SearchTool(library));
    List<Assistant.Conversation> conversations =
        IntStream.range(0, behaviour.users())
            .mapToObj(user -> assistant.conversation("user " + user))
            .toList();
    return (user, question) -> conversations.get(user).answer(question);
  }
}
