package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;

/**
 * Gives the agent, and only the agent, private access to classes of the application.
 *
 * <p>Expressions and fingerprints use {@link #lookupIn}. Thread-safe.
 */
public record ModuleOpener(Instrumentation instrumentation) {

  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final Module AGENT = ModuleOpener.class.getModule();

  /**
   * Returns a lookup with private access to a class, and opens its package to the agent if
   * necessary.
   *
   * @throws IllegalAccessException if the JVM does not permit changing its module
   */
  public MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException {
    Module module = type.getModule();
    String packageName = type.getPackageName();
    if (module.isNamed() && !module.isOpen(packageName, AGENT)) {
      if (!instrumentation.isModifiableModule(module)) {
        throw new IllegalAccessException(module + " cannot be opened");
      }
      instrumentation.redefineModule(
          module, Set.of(), Map.of(), Map.of(packageName, Set.of(AGENT)), Set.of(), Map.of());
    }
    return MethodHandles.privateLookupIn(type, OWN);
  }
}
