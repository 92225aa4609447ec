package io.loopsentinel.benchmarks.startup.agent;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what any agent costs. */
public final class NoOpAgent {

  private NoOpAgent() {}

  /** Does nothing. */
  public static void premain(String argument, Instrumentation instrumentation) {}
}
