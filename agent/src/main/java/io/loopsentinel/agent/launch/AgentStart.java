package io.loopsentinel.agent.launch;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Starts the parts of the agent in their order. */
public final class AgentStart {

  private AgentStart() {}

  /** Called by the launch classes. */
  public static void start(
      @Nullable String arguments, Instrumentation instrumentation, boolean beforeMain) {
    System.err.println(
        "started " + arguments + instrumentation.isModifiableClass(String.class) + beforeMain);
  }
}
