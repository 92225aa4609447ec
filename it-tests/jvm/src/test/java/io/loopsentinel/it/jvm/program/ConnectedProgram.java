package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Calls a tool in a loop on one thread, waits for the end of its input, does so on another thread,
 * and ends at once. In between, a receiver can have got the alert about the first loop, so that the
 * last alert needs no new client, which takes a busy machine seconds.
 */
public final class ConnectedProgram {

  private ConnectedProgram() {}

  /** Takes what {@link LoopingProgram} takes. */
  public static void main(String[] args) throws IOException {
    loop(args);
    while (System.in.read() >= 0) {
      // Whatever is written, only the end of the input counts.
    }
    loop(args);
  }

  private static void loop(String... args) {
    CompletableFuture.runAsync(() -> LoopingProgram.main(args), task -> new Thread(task).start())
        .join();
  }
}
