package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.instrument.ModuleOpener;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Runs a task at the end of the JVM, after the shutdown hooks of the application.
 *
 * <p>Those run concurrently in any order, and an application may still call tools in one, because a
 * graceful shutdown completes its requests. The JDK has later slots, such as for deleting files,
 * without a public method
 * (https://github.com/openjdk/jdk17u/blob/master/src/java.base/share/classes/java/lang/Shutdown.java).
 */
final class LastShutdownHook {

  /** The last of ten slots. The JDK uses the first three. */
  private static final int SLOT = 9;

  private static final MethodType ADD =
      MethodType.methodType(void.class, int.class, boolean.class, Runnable.class);

  private LastShutdownHook() {}

  /**
   * Registers a task, as an ordinary shutdown hook if the JVM has no such slot, and returns a task
   * that removes it again.
   */
  static Runnable register(Runnable task, ModuleOpener opener) {
    try {
      Class<?> shutdown = Class.forName("java.lang.Shutdown");
      MethodHandles.Lookup lookup = opener.lookupIn(shutdown);
      MethodHandle add = lookup.findStatic(shutdown, "add", ADD);
      Runnable[] slots =
          (Runnable[]) lookup.findStaticGetter(shutdown, "hooks", Runnable[].class).invoke();
      add.invokeExact(SLOT, false, task);
      return () -> slots[SLOT] = null;
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error && !(e instanceof InternalError)) {
        throw error;
      }
      Thread hook = new Thread(null, task, "loop-sentinel exit", 0, false);
      Runtime.getRuntime().addShutdownHook(hook);
      return () -> Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
