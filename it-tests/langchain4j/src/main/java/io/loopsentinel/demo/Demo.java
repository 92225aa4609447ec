package io.loopsentinel.demo;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.time.Duration;

/**
 * Runs the assistant twice against a model that loops, without and with the agent, and prints what
 * each run cost.
 *
 * <p>Ends with exit code 0 only if the guarded run came to an answer.
 */
public final class Demo {

  private static final String QUESTION = "Where is the parcel I ordered last week? Ada Lovelace";
  private static final ToolCall CALL =
      new ToolCall("findOrders", "{\"customer\": \"Ada Lovelace\", \"status\": \"SHIPPED\"}");
  private static final String ANSWER =
      "I found no order of yours that has been shipped. Could you give me the order's number?";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Demo() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    JavaProgram assistant =
        JavaProgram.ofMain(OrderAssistant.class)
            // Without it SLF4J says on standard error that there is no logging library.
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
    DemoRun unguarded = run(assistant);
    DemoRun guarded = run(assistant.agent());
    System.out.print(DemoReport.of(QUESTION, unguarded, guarded));
    if (!guarded.answered() || guarded.log().hints().isEmpty()) {
      System.err.println("The guarded run came to no answer, or the model was told nothing.");
      System.exit(1);
    }
  }

  private static DemoRun run(JavaProgram assistant) {
    try (ScriptedModelServer model =
        ScriptedModelServer.start(Script.looping(Script.stubborn(CALL), ANSWER))) {
      ProgramResult result = assistant.arguments(model.baseUrl(), QUESTION).run(LIMIT);
      return new DemoRun(result, model.log());
    }
  }
}
