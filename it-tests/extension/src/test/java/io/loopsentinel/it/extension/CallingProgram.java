package io.loopsentinel.it.extension;

import java.util.List;
import java.util.stream.IntStream;

/** Calls a tool six times, each time with another argument, and prints what it gets. */
public final class CallingProgram {

  /** An argument: to end with its input only, also by an error. */
  static final String LINGERING = "lingering";

  /** An argument: to make the same call each time. */
  static final String REPEATING = "repeating";

  /** An argument: to have 64 threads call before, each in a session of its own. */
  static final String CROWDED = "crowded";

  private CallingProgram() {}

  static String dispatchIn(String session, String tool, int page) {
    return "page " + page + " of " + tool;
  }

  static String dispatch(String tool, int page) {
    return "page " + page + " of " + tool;
  }

  /** Takes one of the arguments above or none. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains(CROWDED)) {
      crowd();
    }
    try {
      for (int page = 1; page <= 6; page++) {
        System.out.println(dispatch("read", List.of(args).contains(REPEATING) ? 1 : page));
      }
    } finally {
      if (List.of(args).contains(LINGERING)) {
        System.in.readAllBytes();
      }
    }
  }

  private static void crowd() throws InterruptedException {
    List<Thread> threads =
        IntStream.range(0, 64).mapToObj(i -> new Thread(() -> readAll("session " + i))).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void readAll(String session) {
    for (int page = 1; page <= 20; page++) {
      dispatchIn(session, "read", page);
    }
  }
}
