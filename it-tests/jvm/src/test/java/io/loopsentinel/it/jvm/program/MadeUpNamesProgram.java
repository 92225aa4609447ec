package io.loopsentinel.it.jvm.program;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Calls tools by names that a model made up, for several users, and prints what comes back. */
public final class MadeUpNamesProgram {

  /** Dispatches calls of tools. */
  static final class Dispatcher {
    private Dispatcher() {}

    static String dispatch(String session, String tool, Map<String, Object> arguments) {
      return "ran";
    }
  }

  private MadeUpNamesProgram() {}

  /** Takes nothing. */
  public static void main(String[] args) {
    List<String> names =
        List.of("a".repeat(64), "a".repeat(100_000), "_get_".repeat(20_000), "get_order");
    for (String user : List.of("ann", "bob")) {
      for (String name : names) {
        IntStream.range(0, 4)
            .mapToObj(i -> Dispatcher.dispatch(user, name, Map.of("q", "x")))
            .map(result -> name.substring(0, 5) + " " + result.replaceFirst(":.*", ""))
            .forEach(System.out::println);
      }
    }
  }
}
