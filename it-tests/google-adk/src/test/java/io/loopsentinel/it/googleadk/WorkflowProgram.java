package io.loopsentinel.it.googleadk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.model.ModelLog;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
   * @param failures the failure that came in the place of one
   */
  record Result(
      Workflow workflow,
      int toolRuns,
      ModelLog manager,
      ModelLog librarian,
      List<String> answers,
      List<Outcome.Failure> failures) {}

  /** The arguments name each workflow. */
  public static void main(String[] args) throws IOException {
    for (String workflow : args) {
      System.out.println(JSON.writeValueAsString(run(Workflow.valueOf(workflow))));
    }
    // The HTTP client keeps threads for connections to come.
    System.exit(0);
  }

  private static Result run(Workflow workflow) {
    SearchTool tool = new SearchTool(1);
    List<String> answers = new ArrayList<>();
    List<Outcome.Failure> failures = new ArrayList<>();
    try (ScriptedModelServer manager = ScriptedModelServer.startGemini(workflow.manager());
        ScriptedModelServer librarian = ScriptedModelServer.startGemini(workflow.librarian())) {
      Assistant assistant =
          Assistant.of(workflow.agent(manager.baseUrl(), librarian.baseUrl(), tool));
      try {
        answers.add(assistant.conversation("user").answer("What is there on loops?"));
      } catch (Throwable e) {
        failures.add(Outcome.Failure.of(e));
      }
      return new Result(workflow, tool.runs(), manager.log(), librarian.log(), answers, failures);
    }
  }
}
