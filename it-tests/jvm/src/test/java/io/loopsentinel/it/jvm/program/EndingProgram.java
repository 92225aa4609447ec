package io.loopsentinel.it.jvm.program;

import java.util.Map;
import java.util.Set;

/** Ends at once, and goes on calling tools in a shutdown hook, as a server does that drains. */
public final class EndingProgram {

  private EndingProgram() {}

  /** Takes the number of calls. */
  public static void main(String[] args) {
    int calls = Integer.parseInt(args[0]);
    call(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(calls)));
  }

  private static void drain(int calls) {
    while (!isLastHook()) {
      Thread.onSpinWait();
    }
    call(calls);
  }

  /** Whether all shutdown hooks have been started, and those of the agent have ended, if any. */
  private static boolean isLastHook() {
    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    return threads.stream()
            .filter(thread -> thread.getName().equals("DestroyJavaVM"))
            .anyMatch(thread -> thread.getState() == Thread.State.WAITING)
        && threads.stream().noneMatch(EndingProgram::isHookOfAgent);
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
