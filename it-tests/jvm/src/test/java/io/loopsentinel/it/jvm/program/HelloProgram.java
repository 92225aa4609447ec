package io.loopsentinel.it.jvm.program;

/** Says hello and ends with its number of arguments. */
public final class HelloProgram {

  private HelloProgram() {}

  /** Greets. */
  public static void main(String[] args) {
    System.out.println("hello, grüß Gott");
    System.err.println("an error line of its own");
    System.exit(args.length);
  }
}
