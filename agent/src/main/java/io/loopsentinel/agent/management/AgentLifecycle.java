package io.loopsentinel.agent.management;

/** Reloads and detaches the agent while the JVM runs. Thread-safe. */
public interface AgentLifecycle {

  /**
   * Reads the configuration again and applies it. Sessions are kept.
   *
   * @return the changes, or the problems of the configuration, in which case nothing changes
   */
  String reload();

  /**
   * Restores all classes, ends all threads of the agent and closes its sinks. Guarded calls in
   * progress are completed.
   */
  void detach();
}
