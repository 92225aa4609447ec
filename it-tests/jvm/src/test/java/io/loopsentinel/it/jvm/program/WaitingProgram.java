package io.loopsentinel.it.jvm.program;

import io.loopsentinel.it.jvm.program.Dispatchers.Request;
import java.io.IOException;
import java.util.Map;

/** Dispatches a call, waits for a line of input, then dispatches the same call in a loop. */
public final class WaitingProgram {

  private WaitingProgram() {}

  /** Ends after its loop. */
  public static void main(String[] args) throws IOException {
    Dispatchers.Tool tool = new Dispatchers.Decorator(new Dispatchers.Plain());
    Request request = new Request("search", Map.of("q", "x"));
    System.out.println(tool.execute(request));
    while (System.in.read() >= 0) {
      // Whatever is written, only the end of the input counts.
    }
    for (int i = 0; i < 6; i++) {
      try {
        System.out.println(tool.execute(request));
      } catch (Error e) {
        System.out.println("error " + e.getClass().getName());
      }
    }
  }
}
