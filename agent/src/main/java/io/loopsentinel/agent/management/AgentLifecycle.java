package io.loopsentinel.agent.management;

/** The running agent, which can be reloaded and detached. Thread-safe. */
public interface AgentLifecycle {

  String version();

  /** Returns the configuration file or other source of the settings. */
  String configuration();

  /** Returns the number of targets and the names of their profiles. */
  String watched();

  /**
   * Reads the configuration again and applies it. Sessions are kept.
   *
   * @return the changes, or the problems of the configuration, in which case nothing changes
   */
  String reload();

  /** Returns whether the latest reload found problems, so that the earlier settings still apply. */
  boolean isReloadFailed();

  /**
   * Restores all classes, ends all threads of the agent and closes its sinks. Guarded calls in
   * progress are completed.
   */
  void detach();
}
