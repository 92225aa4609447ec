package io.loopsentinel.agent.management;

/** The life cycle of the agent while the JVM runs. Thread-safe. */
public interface AgentLifecycle {

  /**
   * Reloads the configuration, and keeps sessions.
   *
   * @return the changes or, if it is rejected, the problems, in which case nothing changes
   */
  String reload();

  /**
   * Restores all classes, ends all threads of the agent and closes its sinks. Guarded calls in
   * progress are completed.
   */
  void detach();
}
