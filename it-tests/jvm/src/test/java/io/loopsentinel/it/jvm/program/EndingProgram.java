package io.loopsentinel.it.jvm.program;

import io.loopsentinel.it.harness.LastHook;
import java.util.Map;

/** Calls tools, and goes on in a shutdown hook when that of the agent has ended. */
public final class EndingProgram {

  private EndingProgram() {}

  /** Takes the numbers of calls before and in the hook. */
  public static void main(String[] args) {
    call(Integer.parseInt(args[0]));
    int last = Integer.parseInt(args[1]);
    LastHook.add(() -> call(last));
  }

  private static void call(int times) {
    for (int i = 0; i < times; i++) {
      System.out.println(new Dispatchers.Private().call("search", Map.of("q", "x")));
    }
  }
}
