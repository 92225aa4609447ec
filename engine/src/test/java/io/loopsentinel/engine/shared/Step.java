package io.loopsentinel.engine.shared;

import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A step of a random conversation, which is the same in each JVM.
 *
 * @param kind a number that says what happens
 * @param value a number that says with what
 */
record Step(int kind, int value) {

  static Step random(Random random) {
    return new Step(random.nextInt(12), random.nextInt(4));
  }

  /** Plays this step; returns what was said about it. */
  String in(Pod pod, String session) {
    return switch (kind) {
      case 0, 1, 2 -> pod.call(session, "search", Map.of("query", "loop " + value), "three books");
      case 3, 4 -> pod.call(session, "read", Map.of("page", value), "page " + value);
      case 5 -> pod.call(session, "run", Map.of("command", "make"), "Error: no rule for " + value);
      case 6 -> pod.call(session, "save", Map.of("text", "Some text " + value), "ok");
      case 7 -> pod.call(session, "find", Map.of("name", "x" + value), "[]");
      case 8 -> pod.callTogether(session, "search", List.of(query(value), query(value + 1)));
      case 9 -> pod.turn(session, "Let me look once more for the books about loops.");
      case 10 -> pod.turn(session, null);
      default ->
          value == 0 ? "reset " + pod.engine().reset(session) : pod.turn(session, "Step " + value);
    };
  }

  private static Map<String, ?> query(int number) {
    return Map.of("query", "loop " + number);
  }
}
