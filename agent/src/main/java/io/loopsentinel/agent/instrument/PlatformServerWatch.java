package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.Instrumentation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has the agent hear of the platform's MBean server as soon as somebody asks for it.
 *
 * <p>So it has the server once it exists, and neither makes it nor polls for it. Most JVMs never
 * load the class that makes it; what rewrites that is loaded with it.
 */
final class PlatformServerWatch {

  /** The class that makes the server. */
  private static final String TYPE = "java.lang.management.ManagementFactory";

  private final Instrumentation instrumentation;
  private final InstalledHook hook;
  private final String operation;
  private final AgentLog log;
  private final Consumer<Throwable> failures;

  /**
   * Creates a watch.
   *
   * @param operation what the hook is asked with the server
   */
  PlatformServerWatch(
      Instrumentation instrumentation,
      InstalledHook hook,
      String operation,
      AgentLog log,
      Consumer<Throwable> failures) {
    this.instrumentation = instrumentation;
    this.hook = hook;
    this.operation = operation;
    this.log = log;
    this.failures = failures;
  }

  /**
   * Rewrites the class that makes the server, where it is loaded; never throws.
   *
   * @return whether it is: the server may have been made before
   */
  boolean rewriteLoaded() {
    // No named module reads the unnamed one, in which the hook is otherwise.
    if (!hook.isInJavaLang()) {
      log.warn("cannot be managed over JMX: the hook is not in java.lang");
      return false;
    }
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getName().equals(TYPE)) {
        retransform(type);
        return true;
      }
    }
    return false;
  }

  /** Returns the class with a call of the hook in it; {@code null} where it stays as it is. */
  byte @Nullable [] rewrite(byte[] file) {
    if (!hook.isInJavaLang()) {
      return null;
    }
    try {
      return new HookWriter(hook.internalName()).platformServer(TYPE, file, operation);
    } catch (Throwable failure) {
      failures.accept(failure);
      return null;
    }
  }

  private void retransform(Class<?> type) {
    try {
      instrumentation.retransformClasses(type);
    } catch (Exception | LinkageError | InternalError e) {
      log.warn("may not be found over JMX: " + type.getName() + " cannot be rewritten: " + e);
    }
  }
}
