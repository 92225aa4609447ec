package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.command.discover.DiscoverArgument;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent in the way that it is asked to.
 *
 * <p>It hands itself to its class loader when it is initialised, as a type of the JDK that both
 * know. That is how {@code io.loopsentinel.launch} calls it: by reflection, JDK 25 takes 40 ms to
 * link the first call of a method with these parameters, since it makes method handles for it.
 */
final class AgentStart implements Function<Object[], Boolean> {

  static {
    if (AgentStart.class.getClassLoader() instanceof Consumer<?> launcher) {
      handTo(launcher);
    }
  }

  private AgentStart() {}

  @SuppressWarnings("unchecked") // The class loader of the agent takes nothing else.
  private static void handTo(Consumer<?> launcher) {
    ((Consumer<Function<Object[], Boolean>>) launcher).accept(new AgentStart());
  }

  /**
   * Guards this JVM.
   *
   * @param arguments those of {@link #start}
   * @return whether this JVM is guarded or watched now
   */
  @Override
  public Boolean apply(Object[] arguments) {
    try {
      return start((String) arguments[0], (Instrumentation) arguments[1], (boolean) arguments[2]);
    } catch (Exception e) {
      AgentStart.<RuntimeException>rethrow(e);
      return false;
    }
  }

  /**
   * Guards this JVM.
   *
   * @param argument what follows {@code =} behind the agent's jar
   * @param beforeMain whether the application's main method is still to be called
   * @return whether this JVM is guarded or watched now
   * @throws Exception if the guard cannot be set up
   */
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

  /** The caller declares all that can be thrown; the interface in between cannot. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Exception e) throws T {
    throw (T) e;
  }
}
