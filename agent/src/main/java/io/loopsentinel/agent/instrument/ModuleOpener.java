package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;

/**
 * Gives the agent, and no one else, access to what is private in the application's classes.
 *
 * <p>Its {@link #lookupIn} is what the expression language and the fingerprint ask for access.
 * Thread-safe.
 */
public record ModuleOpener(Instrumentation instrumentation) {

  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final Module AGENT = ModuleOpener.class.getModule();

  /**
   * Returns a lookup with private access to a class; opens its package to the agent if need be.
   *
   * @throws IllegalAccessException where the JVM does not let its module be changed
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
