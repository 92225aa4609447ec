package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ShippedTargets;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.BackgroundOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
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
    PrintStream out = standardError();
    if (isConfigured(argument)) {
      new ConfiguredStart(instrumentation, true, out, guarded).start(argument);
    } else {
      guardByDefault(instrumentation, out, guarded);
    }
  }

  /** Guards a running JVM, as {@link #premain} does. */
  public static void agentmain(
      @Nullable String argument, Instrumentation instrumentation, AtomicBoolean guarded)
      throws Exception {
    new ConfiguredStart(instrumentation, false, standardError(), guarded).start(argument);
  }

  /** Returns the version in the jar's manifest; "development" without a jar. */
  public static String version() {
    return Objects.requireNonNullElse(
        AgentStart.class.getPackage().getImplementationVersion(), "development");
  }

  static String startLine(String configuration, String mode, List<String> profiles, int targets) {
    return String.join(
        ", ",
        version()
            .concat(" watches for ")
            .concat(String.valueOf(targets))
            .concat(targets == 1 ? " target: configuration " : " targets: configuration ")
            .concat(configuration),
        "mode ".concat(mode),
        "profiles ".concat(profiles.isEmpty() ? "none" : String.join(", ", profiles)));
  }

  private static void guardByDefault(
      Instrumentation instrumentation, PrintStream out, AtomicBoolean guarded) throws Exception {
    ShippedTargets shipped = ShippedTargets.open();
    Supplier<List<TargetSpec>> targets =
        new Supplier<>() {
          @Override
          public List<TargetSpec> get() {
            return shipped.targets();
          }
        };
    RunningAgent agent = new RunningAgent(null, out, guarded);
    DeferredGuard guard =
        new DeferredGuard(instrumentation, null, agent, out, MainThread.current());
    new TargetTransformer(shipped.hints(), targets, guard).install(instrumentation, false);
    AgentLog log = new AgentLog(out, AgentLog.Level.INFO);
    log.info(startLine("defaults", "enforce", shipped.names(), shipped.hints().size()));
    agent.begin(guard, null);
    agent.atExit(
        new Runnable() {
          @Override
          public void run() {
            if (!guard.isStarted()) {
              log.info(DeferredGuard.NOTHING_GUARDED);
            }
          }
        });
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
