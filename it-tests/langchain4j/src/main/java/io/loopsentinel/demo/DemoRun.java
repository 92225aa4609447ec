package io.loopsentinel.demo;

import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.model.ModelLog;

/**
 * One run of the assistant.
 *
 * @param result what the assistant's JVM left behind
 * @param log what the model has seen
 */
record DemoRun(ProgramResult result, ModelLog log) {

  private static final String ANSWER = "Answer: ";

  /** Returns how many tool calls were executed; the assistant's tools print a line each. */
  long toolCalls() {
    return result.standardOutput().lines().filter(line -> line.startsWith("findOrders(")).count();
  }

  boolean answered() {
    return result.exitCode() == 0 && result.standardOutput().contains(ANSWER);
  }

  /** Returns the answer or, where there is none, the exception the assistant died of. */
  String ending() {
    return (answered()
            ? result.standardOutput().lines().filter(line -> line.startsWith(ANSWER))
            : result.applicationErrorLines().stream().filter(line -> !line.isBlank()))
        .findFirst()
        .orElse("exit code " + result.exitCode() + " and no word");
  }
}
