package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.Instrumentation;
import java.util.function.Consumer;

/** Has the agent hear of the platform's MBean server as soon as somebody asks for it. */
final class PlatformServerWatch {

  private final Instrumentation instrumentation;
  private final InstalledHook hook;
  private final AgentLog log;
  private final Consumer<Throwable> failures;

  PlatformServerWatch(
      Instrumentation instrumentation,
      InstalledHook hook,
      AgentLog log,
      Consumer<Throwable> failures) {
    this.instrumentation = instrumentation;
    this.hook = hook;
    this.log = log;
    this.failures = failures;
  }

  /**
   * Starts it; never throws.
   *
   * @return whether the server may have been made before
   */
  boolean start(String operation) {
    // No named module reads the unnamed one, in which the hook is otherwise.
    if (!hook.isInJavaLang()) {
      log.warn("cannot be managed over JMX: the hook is not in java.lang");
      return false;
    }
    instrumentation.addTransformer(
        new PlatformServerTransformer(hook.internalName(), operation, failures), true);
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getName().equals(PlatformServerTransformer.TYPE)) {
        retransform(type);
        return true;
      }
    }
    return false;
  }

  private void retransform(Class<?> type) {
    try {
      instrumentation.retransformClasses(type);
    } catch (Exception | LinkageError | InternalError e) {
      log.warn("may not be found over JMX: " + type.getName() + " cannot be rewritten: " + e);
    }
  }
}
