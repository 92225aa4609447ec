package io.loopsentinel.it.jvm.program;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/** Makes guarded calls of new sessions near the end of the stack, and goes on thereafter. */
public final class DeepStackProgram {

  private static final Dispatchers.Private DISPATCHER = new Dispatchers.Private();
  private static int sessions;

  private DeepStackProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    // What the program itself needs is initialised here; that of the agent is not.
    Dispatchers.run("search", Map.of("session", "before", "q", "x"));
    System.out.println("begins " + sessions + " sessions " + (sessions > 100 ? "often" : "so far"));
    Thread deep = new Thread(null, DeepStackProgram::overflow, "deep", 2L << 20);
    deep.start();
    deep.join();
    System.out.println("overflowed, and called " + (sessions > 100 ? "often" : "seldom"));
    for (int i = 0; i < 1_000; i++) {
      call("after " + i);
    }
    byte[] text = "text".getBytes(StandardCharsets.UTF_8);
    System.out.println(MessageDigest.getInstance("SHA-256").digest(text).length + " bytes");
    String last = "";
    for (int i = 0; i < 4; i++) {
      last = call("looping");
    }
    System.out.println(last.substring(0, "loop-detected".length()));
  }

  /**
   * Calls at every depth from the deepest up, so that a call meets the end of the stack anywhere.
   */
  @SuppressWarnings("InfiniteRecursion") // The end of the stack ends it.
  private static int overflow() {
    int depth;
    try {
      depth = 1 + overflow();
    } catch (StackOverflowError end) {
      depth = 0;
    }
    if (depth < 1_000) {
      try {
        call("deep ".concat(Integer.toString(sessions++)));
      } catch (StackOverflowError end) {
        return depth + 1;
      }
    }
    return depth + 1;
  }

  private static String call(String session) {
    return DISPATCHER.call("search", Map.of("session", session, "q", "x"));
  }
}
