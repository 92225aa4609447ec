package io.loopsentinel.agent.instrument;

import java.util.function.Consumer;

/**
 * The copy of {@link io.loopsentinel.hook.Hook} that the boot loader has.
 *
 * @param type the class, under whatever name
 */
record InstalledHook(Class<?> type) {

  /** Returns the name by which instrumented code calls it ({@code a/b/C}). */
  String internalName() {
    return type.getName().replace('.', '/');
  }

  /** Connects it with the agent: from now on instrumented methods are guarded. */
  void connect(GuardTable guards, Consumer<Throwable> failures)
      throws ReflectiveOperationException {
    type.getMethod("connect", ClassValue.class, Consumer.class).invoke(null, guards, failures);
  }
}
