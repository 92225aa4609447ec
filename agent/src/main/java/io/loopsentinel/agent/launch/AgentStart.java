package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.discover.DiscoverArgument;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Starts the agent in the way that it is asked to. */
public final class AgentStart {

  private AgentStart() {}

  /**
   * Guards this JVM; called by name from {@code io.loopsentinel.launch}.
   *
   * @param argument what follows {@code =} behind the agent's jar
   * @param beforeMain whether the application's main method is still to be called
   * @return whether this JVM is guarded or watched now
   * @throws Exception if the guard cannot be set up
   */
  public static boolean start(
      @Nullable String argument, Instrumentation instrumentation, boolean beforeMain)
      throws Exception {
    PrintStream out = StandardError.open();
    if (argument != null && DiscoverArgument.isOne(argument)) {
      return new DiscoveryStart(instrumentation, beforeMain, out).watch(argument);
    }
    if (beforeMain && DefaultStart.applies(argument)) {
      DefaultStart.guard(instrumentation, out, MainThread.current());
      return true;
    }
    return new ConfiguredStart(instrumentation, beforeMain, out).guard(argument);
  }
}
