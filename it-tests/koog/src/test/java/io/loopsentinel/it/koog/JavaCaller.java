package io.loopsentinel.it.koog;

import ai.koog.agents.core.agent.AIAgent;

/** Runs agents by Koog's methods for Java, which wait. */
final class JavaCaller {

  private JavaCaller() {}

  static String run(AIAgent<String, String> agent, String question, String session) {
    return agent.run(question, session);
  }
}
