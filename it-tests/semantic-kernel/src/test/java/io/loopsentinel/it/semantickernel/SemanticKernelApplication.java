package io.loopsentinel.it.semantickernel;

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
import java.util.stream.Stream;

/** The application on Semantic Kernel that plays the scenarios. */
final class SemanticKernelApplication extends ScenarioApplication<Dispatch> {

  /** Patience beyond the limit, even if each request doubles failed calls, as in 1.1. */
  static final Habits HABITS =
      Habits.DEFAULT.withToolPrefix("library-").heedingFailures().withPatience(100).withPolls(5);

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(SemanticKernelApplication.class).jvmOptions(JavaProgram.QUICK_START),
          List.of(Dispatch.values()),
          HABITS);

  private SemanticKernelApplication() {
    super(List.of(Dispatch.values()), HABITS, SemanticKernelBehaviour.values());
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new SemanticKernelApplication(), args);
  }

  @Override
  protected ScriptedModelServer model(Dispatch dispatch, Behaviour behaviour) {
    ScriptedModelServer model = ScriptedModelServer.start(script(dispatch, behaviour));
    boolean failsCalls =
        behaviour == ModelBehaviour.FAILING || behaviour == ModelBehaviour.GUESSING;
    return failsCalls && SemanticKernelVersion.repeatsIdsOfFailedCalls() ? model.lenient() : model;
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    Assistant assistant = new Assistant(dispatch, modelUrl, library);
    List<Assistant.Conversation> conversations =
        Stream.generate(assistant::conversation).limit(behaviour.users()).toList();
    return (user, question) -> conversations.get(user).answer(question);
  }
}
