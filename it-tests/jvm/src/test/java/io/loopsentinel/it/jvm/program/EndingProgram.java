package io.loopsentinel.it.jvm.program;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Calls tools, and goes on in a shutdown hook when that of the agent has ended. */
public final class EndingProgram {

  private EndingProgram() {}

  /** Takes the numbers of calls before and in the hook. */
  public static void main(String[] args) {
    call(Integer.parseInt(args[0]));
    int last = Integer.parseInt(args[1]);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(last)));
  }

  private static void drain(int calls) {
    while (!isLastHook()) {
      Thread.onSpinWait();
    }
    call(calls);
  }

  /**
   * Returns whether all shutdown hooks have been started, and those of the agent have ended. The
   * threads are listed again for the second condition: hooks may start while the first is checked.
   */
  private static boolean isLastHook() {
    return threads()
            .filter(thread -> thread.getName().equals("DestroyJavaVM"))
            .anyMatch(EndingProgram::waitsForHooks)
        && threads().noneMatch(EndingProgram::isHookOfAgent);
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

  private static void call(int times) {
    for (int i = 0; i < times; i++) {
      System.out.println(new Dispatchers.Private().call("search", Map.of("q", "x")));
    }
  }
}
