package io.loopsentinel.tools.demo;

import java.util.Map;

/**
 * A program whose model, a script, asks its tool for the same again until it is told not to. Run in
 * a JVM of its own; it needs no other class.
 */
public final class LoopDemo {

  private static final int MOST_CALLS = 100;
  private static final int SHOWN = 4;

  private LoopDemo() {}

  /** Ends as an agent does: with an answer, or at a limit. */
  public static void main(String[] args) {
    String result = "";
    for (int call = 1; call <= MOST_CALLS; call++) {
      Map<String, String> arguments = Map.of("customer", "Ada Lovelace");
      result = dispatch("findOrders", arguments);
      if (call <= SHOWN) {
        System.out.println("  call " + call + "  findOrders " + arguments + " -> " + result);
      }
      if (result.startsWith("loop-detected")) {
        System.out.println("  answer  I found no order of yours. What is the order's number?");
        return;
      }
    }
    System.out.println("  ...     " + (MOST_CALLS - SHOWN) + " more");
    System.out.println("  failed  exceeded " + MOST_CALLS + " calls of tools");
  }

  /** What a framework has in some form: the one method that all calls of tools go through. */
  static String dispatch(String tool, Map<String, String> arguments) {
    return tool.equals("findOrders") && !arguments.isEmpty() ? "[]" : "no such tool";
  }
}
