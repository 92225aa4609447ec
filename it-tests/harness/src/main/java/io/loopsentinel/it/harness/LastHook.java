package io.loopsentinel.it.harness;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** A shutdown hook of a program that goes on when those of the agent have ended. */
public final class LastHook {

  private LastHook() {}

  /** Adds a hook that waits for the hooks of the agent and then runs a task. */
  public static void add(Runnable task) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  while (!isLast()) {
                    Thread.onSpinWait();
                  }
                  task.run();
                }));
  }

  /**
   * Returns whether all shutdown hooks have been started, and those of the agent have ended. The
   * threads are listed again for the second condition: hooks may start while the first is checked.
   */
  private static boolean isLast() {
    return threads()
            .filter(thread -> thread.getName().equals("DestroyJavaVM"))
            .anyMatch(LastHook::waitsForHooks)
        && threads().noneMatch(LastHook::isHookOfAgent);
  }

  private static Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream();
  }

  private static boolean waitsForHooks(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("join"));
  }

  private static boolean isHookOfAgent(Thread thread) {
    return Set.of("loop-sentinel exit", "loop-sentinel summary").contains(thread.getName());
  }
}
