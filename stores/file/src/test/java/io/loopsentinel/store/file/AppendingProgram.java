package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * Appends to some sessions of a file until it is killed. It writes the number of each event once it
 * is appended, or the reason why it cannot.
 */
final class AppendingProgram {

  static final int SESSIONS = 10;

  /** The arguments are the file and the number of the first event. */
  public static void main(String[] args) throws Exception {
    try (SharedStore store = new FileStore(Path.of(args[0]), Instant::now)) {
      for (long number = Long.parseLong(args[1]); ; number++) {
        Appends.append(store, "session " + number % SESSIONS, number);
        store.add(Map.of("appended", 1.0), Appends.HOUR);
        System.out.println(number);
      }
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private AppendingProgram() {}
}
