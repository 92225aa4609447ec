package io.loopsentinel;

import org.jspecify.annotations.Nullable;

/**
 * The way from the application's API to the agent: through the hook, which every class loader
 * finds.
 *
 * <p>Only types of {@code java.base} go through it, so that any number of copies of the API, of
 * whatever versions and in whatever class loaders, reach the same agent. Stateless: an agent may be
 * attached at any time.
 */
final class AgentConnection {

  /** Where the agent puts the hook, and where it does if the JVM refuses that. */
  private static final String[] HOOKS = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  private AgentConnection() {}

  /**
   * Asks the agent.
   *
   * @return its answer, or {@code null} where there is no agent or it knows no such operation
   */
  static @Nullable Object ask(String operation, @Nullable Object argument) {
    for (String name : HOOKS) {
      try {
        return Class.forName(name, true, null)
            .getMethod("ask", String.class, Object.class)
            .invoke(null, operation, argument);
      } catch (ReflectiveOperationException | LinkageError e) {
        // Not there: no agent, or an older one.
      }
    }
    return null;
  }
}
