package io.loopsentinel.agent.command.check;

import io.loopsentinel.agent.guard.TargetReport;

/** A method that a target matches, and what came of looking at it. */
sealed interface CheckedMethod {

  /** The target guards it. */
  record Guarded(TargetReport report) implements CheckedMethod {}

  /**
   * The target does not fit it, so that its calls would run unguarded.
   *
   * @param method the method, with its class and parameters
   * @param reason what is wrong, as the agent would log it
   */
  record Unguarded(String method, String reason) implements CheckedMethod {}

  /**
   * It cannot be looked at, as a class is missing on the class path.
   *
   * @param method the method, with its class and parameters
   * @param missingClass name of the class
   */
  record Unchecked(String method, String missingClass) implements CheckedMethod {

    String reason() {
      return "cannot be checked: class "
          + missingClass
          + " is missing on the class path; add what has it";
    }
  }
}
