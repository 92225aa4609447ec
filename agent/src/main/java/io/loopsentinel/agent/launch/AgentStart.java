package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.command.discover.DiscoverArgument;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Starts the agent in the way that it is asked to; called by the launcher, by these names. */
public final class AgentStart {

  private AgentStart() {}

  /**
   * Guards this JVM before the application's main method is called.
   *
   * @param argument what follows {@code =} behind the agent's jar
   * @return whether this JVM is guarded or watched now
   * @throws Exception if the guard cannot be set up
   */
  public static Boolean premain(@Nullable String argument, Instrumentation instrumentation)
      throws Exception {
    return start(argument, instrumentation, true);
  }

  /** Guards a JVM that is running already; otherwise as {@link #premain}. */
  public static Boolean agentmain(@Nullable String argument, Instrumentation instrumentation)
      throws Exception {
    return start(argument, instrumentation, false);
  }

  private static boolean start(
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
