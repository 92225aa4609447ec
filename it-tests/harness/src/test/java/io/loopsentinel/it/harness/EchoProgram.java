package io.loopsentinel.it.harness;

import java.io.IOException;
import java.util.Objects;

/** Writes what it was started with, waits for the end of its input where asked to, and ends. */
final class EchoProgram {

  private EchoProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.println(String.join(" ", args) + " grün");
    System.err.println("property=" + System.getProperty("some.property"));
    System.err.println("variable=" + System.getenv("SOME_VARIABLE"));
    System.err.println(
        "options=" + Objects.requireNonNullElse(System.getenv("JAVA_TOOL_OPTIONS"), "none"));
    System.err.println("version=" + Runtime.version().feature());
    if (args.length > 0 && args[0].equals("wait")) {
      System.in.readAllBytes();
    }
    System.exit(args.length);
  }
}
