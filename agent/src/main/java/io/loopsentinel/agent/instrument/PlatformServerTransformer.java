package io.loopsentinel.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the class of the JDK that makes the platform's MBean server.
 *
 * <p>So the agent has the server as soon as it exists, and neither makes it nor polls for it. Most
 * JVMs never load that class; what rewrites it is loaded with it.
 */
final class PlatformServerTransformer implements ClassFileTransformer {

  /** The class that makes the server. */
  static final String TYPE = "java.lang.management.ManagementFactory";

  private static final String INTERNAL_NAME = TYPE.replace('.', '/');

  private final String hook;
  private final String operation;
  private final Consumer<Throwable> failures;

  /**
   * Creates a transformer.
   *
   * @param hook the internal name of the hook
   * @param operation what the hook is asked with the server
   */
  PlatformServerTransformer(String hook, String operation, Consumer<Throwable> failures) {
    this.hook = hook;
    this.operation = operation;
    this.failures = failures;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader != null || !INTERNAL_NAME.equals(type)) {
      return null;
    }
    try {
      return new PlatformServerRewriter(hook, operation).rewrite(file);
    } catch (Throwable failure) {
      failures.accept(failure);
      return null;
    }
  }
}
