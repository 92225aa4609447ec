package io.loopsentinel.tools.demo;

import java.util.Map;

/**
 * A program whose model, a script, repeats a tool call until it reads a hint. It runs in a JVM of
 * its own, and needs no other class.
 */
public final class LoopDemo {

  private static final int MAX_CALLS = 100;
  private static final int MAX_SHOWN = 4;

  private LoopDemo() {}

  /** Ends as an agent does, with an answer or at a limit. */
  public static void main(String[] args) {
    String result = "";
    for (int call = 1; call <= MAX_CALLS; call++) {
      Map<String, String> arguments = Map.of("customer", "Ada Lovelace");
      result = dispatch("findOrders", arguments);
      if (call <= MAX_SHOWN) {
        System.out.println("  call " + call + "  findOrders " + arguments + " -> " + result);
      }
      if (result.startsWith("loop-detected")) {
        System.out.println("  answer  I found no order of yours. What is the order's number?");
        return;
      }
    }
    System.out.println("  ...     " + (MAX_CALLS - MAX_SHOWN) + " more");
    System.out.println("  failed  exceeded " + MAX_CALLS + " tool calls");
  }

  /** Dispatches all tool calls, as a method of a framework does. */
  static String dispatch(String tool, Map<String, String> arguments) {
    return tool.equals("findOrders") && !arguments.isEmpty() ? "[]" : "no such tool";
  }
}
