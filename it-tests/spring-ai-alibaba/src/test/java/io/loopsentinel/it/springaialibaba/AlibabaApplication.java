package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** The application on Spring AI Alibaba that plays the scenarios. */
final class AlibabaApplication extends ScenarioApplication<Dispatch> {

  /**
   * The habits of models. A tool that is an agent has its one parameter by that name. An agent has
   * no limit of its own.
   */
  static final Habits HABITS = Habits.DEFAULT.withArguments("{\"input\": \"%s\"}").withPatience(20);

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(AlibabaApplication.class).jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          HABITS);

  private AlibabaApplication() {
    super(List.of(Dispatch.values()), HABITS, AlibabaBehaviour.values());
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new AlibabaApplication(), args);
  }

  /** If calls are made at once, each response has mostly two. */
  @Override
  protected Script script(Dispatch dispatch, Behaviour behaviour) {
    Script script = behaviour.script(HABITS);
    return dispatch.isParallel() && behaviour != ModelBehaviour.HEALTHY
        ? HABITS.besideEach(behaviour, script)
        : script;
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    Assistant assistant = Assistant.of(dispatch, behaviour, modelUrl, library);
    return new Users() {
      @Override
      public String ask(int user, String question) throws Exception {
        return assistant.answer(question);
      }

      @Override
      public void close() {
        assistant.close();
      }
    };
  }
}
