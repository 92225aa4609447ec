package io.loopsentinel.it.jvm.program;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what any agent has a JVM load. */
public final class NoOpAgent {

  private NoOpAgent() {}

  /** Does nothing. */
  public static void premain(String argument, Instrumentation instrumentation) {}
}
