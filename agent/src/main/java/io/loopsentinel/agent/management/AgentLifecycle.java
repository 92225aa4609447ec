package io.loopsentinel.agent.management;

/** What can be done to the agent as a whole while the JVM runs. Thread-safe. */
public interface AgentLifecycle {

  /**
   * Reads the configuration anew and goes on with it, sessions included.
   *
   * @return what has changed, or what is wrong with it, in which case all stays as it is
   */
  String reload();

  /**
   * Gives all classes back as they were, ends all threads of the agent and closes its sinks. Calls
   * that are guarded at this moment come to their end.
   */
  void detach();
}
