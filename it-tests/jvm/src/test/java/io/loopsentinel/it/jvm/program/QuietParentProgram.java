package io.loopsentinel.it.jvm.program;

import java.util.Map;

/** Calls tools of many sessions in loops, each of which the agent has something to say about. */
public final class QuietParentProgram {

  private QuietParentProgram() {}

  /** Takes the number of sessions. */
  public static void main(String[] args) {
    Dispatchers.Private dispatcher = new Dispatchers.Private();
    for (int session = 0; session < Integer.parseInt(args[0]); session++) {
      for (int call = 0; call < 4; call++) {
        dispatcher.call("search", Map.of("session", "session " + session, "q", "x"));
      }
    }
    System.out.println("done");
  }
}
