package io.loopsentinel.it.googleadk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ModelLog;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Answers;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Library;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** Asks the agents of each {@link Workflow}, and prints what came of it as a line of JSON. */
final class WorkflowProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  private WorkflowProgram() {}

  /**
   * What came of a workflow.
   *
   * @param workflow which
   * @param toolRuns how often the librarian's tool was executed
   * @param manager what the manager's model has seen
   * @param librarian what the librarians' models have seen
   * @param answers its answer
   * @param failures the failure that came instead of one
   */
  record Result(
      Workflow workflow,
      int toolRuns,
      ModelLog manager,
      ModelLog librarian,
      List<String> answers,
      List<Failure> failures) {}

  /** The arguments name each workflow. */
  public static void main(String[] args) throws IOException, InterruptedException {
    for (String workflow : args) {
      System.out.println(JSON.writeValueAsString(run(Workflow.valueOf(workflow))));
    }
    // The HTTP client keeps threads for connections to come.
    System.exit(0);
  }

  private static Result run(Workflow workflow) throws InterruptedException {
    Library library = new Library(1);
    try (ScriptedModelServer manager = ScriptedModelServer.startGemini(workflow.manager());
        ScriptedModelServer librarian = ScriptedModelServer.startGemini(workflow.librarian())) {
      Assistant assistant =
          Assistant.of(
              workflow.agent(manager.baseUrl(), librarian.baseUrl(), new SearchTool(library)));
      Callable<String> user =
          () -> assistant.conversation("user").answer("What is there on loops?");
      Answers answers = Answers.ask(List.of(user), 1);
      return new Result(
          workflow,
          library.searches(),
          manager.log(),
          librarian.log(),
          answers.answers(),
          answers.failures());
    }
  }
}
