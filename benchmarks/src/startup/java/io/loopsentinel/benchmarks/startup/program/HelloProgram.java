package io.loopsentinel.benchmarks.startup.program;

/** Prints a line and ends. */
public final class HelloProgram {

  private HelloProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    System.out.println("3 books on loops");
  }
}
