package io.loopsentinel.it.manyjvms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The commands of a test: a line each on standard input, with an id as the second word. */
final class Commands {

  private Commands() {}

  /** Carries out a command. */
  interface Service {
    String result(String[] words) throws Exception;
  }

  /** Carries out commands, each on a thread of its own, and prints their results. */
  static void serve(Service service) throws IOException {
    Executor threads = Executors.newCachedThreadPool();
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ");
      threads.execute(
          () -> System.out.println(words[1] + ": " + result(service, words).replace('\n', ' ')));
    }
    System.exit(0);
  }

  private static String result(Service service, String[] words) {
    try {
      return service.result(words);
    } catch (Throwable thrown) {
      return thrown.getClass().getSimpleName();
    }
  }
}
