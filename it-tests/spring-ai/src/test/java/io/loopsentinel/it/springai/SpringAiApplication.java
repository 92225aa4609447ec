package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ScenarioApplication;
import io.loopsentinel.it.contract.ScenarioProgram;
import io.loopsentinel.it.contract.Scenarios;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** The application on Spring AI that plays the scenarios. */
final class SpringAiApplication extends ScenarioApplication<Dispatch> {

  static final Habits HABITS =
      Habits.DEFAULT.withArguments("{\"query\": \"%s\", \"reason\": \"The user asked for it\"}");

  static final Scenarios<Dispatch> SCENARIOS =
      new Scenarios<>(
          JavaProgram.ofMain(SpringAiApplication.class), List.of(Dispatch.values()), HABITS);

  private SpringAiApplication() {
    super(List.of(Dispatch.values()), HABITS);
  }

  public static void main(String[] args) {
    ScenarioProgram.run(new SpringAiApplication(), args);
  }

  @Override
  protected Users users(Dispatch dispatch, Behaviour behaviour, String modelUrl, Library library) {
    Assistant assistant = Assistant.of(dispatch, SpringAi.model(modelUrl), new SearchTool(library));
    return (user, question) -> String.valueOf(assistant.answer(question));
  }
}
