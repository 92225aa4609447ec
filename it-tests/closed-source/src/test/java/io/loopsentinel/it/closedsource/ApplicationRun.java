package io.loopsentinel.it.closedsource;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.model.ModelLog;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.time.Duration;
import java.util.List;

/**
 * What came of an application's three questions.
 *
 * @param reports what the application told, by question
 * @param model what its model saw
 * @param result all that the application wrote
 */
record ApplicationRun(List<Report> reports, ModelLog model, ProgramResult result) {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /**
   * A line of the application.
   *
   * @param question what was asked, by all users at once
   * @param calls the calls that were made
   * @param answers the answers of all users
   */
  record Report(String question, List<String> calls, List<String> answers) {}

  static ApplicationRun of(Application application, JavaProgram program) {
    return of(application::reply, program);
  }

  /** Runs an application whose model loops in no question to its end. */
  static ApplicationRun honest(Application application, JavaProgram program) {
    return of(application::honestReply, program);
  }

  private static ApplicationRun of(Script script, JavaProgram program) {
    try (ScriptedModelServer model = ScriptedModelServer.start(script)) {
      ProgramResult result = program.arguments(model.baseUrl()).run(LIMIT);
      return new ApplicationRun(result.jsonLines(Report.class), model.log(), result);
    }
  }

  Report report(String question) {
    return reports.stream()
        .filter(report -> report.question().equals(question))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no answer to " + question + ": " + result));
  }
}
