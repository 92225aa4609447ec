package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.telemetry.BackgroundOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.targets.config.ShippedTargets;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the agent, called by the launcher by name.
 *
 * <p>Runs before the main method of every program, mostly interpreted. Without a configuration it
 * loads few classes: no engine, no YAML, no patterns, no lambdas and no string concatenation. The
 * first use of the last two costs ten milliseconds.
 */
public final class AgentStart {

  private AgentStart() {}

  /**
   * Guards this JVM before the application's main method, as the agent's argument says.
   *
   * @param guarded set while the JVM is guarded or watched
   */
  public static void premain(
      @Nullable String argument, Instrumentation instrumentation, AtomicBoolean guarded)
      throws Exception {
    HostJvm jvm =
        new HostJvm(instrumentation, true, MainThread.current(), standardError(), guarded);
    if (isConfigured(argument)) {
      new ConfiguredStart(jvm).start(argument);
    } else {
      new Agent(jvm, null, null).startup(ShippedTargets.open());
    }
  }

  /** Guards a running JVM, as {@link #premain} does. */
  public static void agentmain(
      @Nullable String argument, Instrumentation instrumentation, AtomicBoolean guarded)
      throws Exception {
    HostJvm jvm =
        new HostJvm(instrumentation, false, MainThread.running(), standardError(), guarded);
    new ConfiguredStart(jvm).start(argument);
  }

  /** Returns the version in the jar's manifest; "development" without a jar. */
  public static String version() {
    return Objects.requireNonNullElse(
        AgentStart.class.getPackage().getImplementationVersion(), "development");
  }

  private static boolean isConfigured(@Nullable String argument) {
    return argument != null
        || hasPrefix(System.getProperties().keySet(), "loopsentinel.")
        || hasPrefix(System.getenv().keySet(), "LOOPSENTINEL_");
  }

  private static boolean hasPrefix(Set<?> names, String prefix) {
    for (Object name : names) {
      if (name instanceof String text && text.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Opens standard error, because {@link System#err} may lead into the application's logging. */
  private static PrintStream standardError() {
    return new PrintStream(new BackgroundOutput(new FileOutputStream(FileDescriptor.err)), true);
  }
}
