package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ShippedTargets;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The start of a JVM that says nothing on how it is to be guarded.
 *
 * <p>It runs before main of every such program, with a target or not, and mostly interpreted. So it
 * loads few classes: nothing of the engine, no YAML, no patterns, and neither lambdas nor method
 * references, the first of which takes a JVM ten milliseconds.
 */
final class DefaultStart {

  private static final String PROPERTIES = "loopsentinel.";
  private static final String VARIABLES = "LOOPSENTINEL_";

  private DefaultStart() {}

  /** Whether nothing is configured anywhere. */
  static boolean applies(@Nullable String argument) {
    if (argument != null) {
      return false;
    }
    for (Object property : System.getProperties().keySet()) {
      if (property instanceof String name && name.startsWith(PROPERTIES)) {
        return false;
      }
    }
    for (String variable : System.getenv().keySet()) {
      if (variable.startsWith(VARIABLES)) {
        return false;
      }
    }
    return true;
  }

  /** Guards the JVM. */
  static void guard(Instrumentation instrumentation, PrintStream out, MainThread main)
      throws Exception {
    ShippedTargets shipped = ShippedTargets.open();
    Supplier<List<TargetSpec>> targets =
        new Supplier<>() {
          @Override
          public List<TargetSpec> get() {
            return shipped.targets();
          }
        };
    new TargetTransformer(
            shipped.hints(), targets, new DeferredGuard(instrumentation, null, out, main))
        .install(instrumentation, false);
    new AgentLog(out, AgentLog.Level.INFO)
        .info(StartLine.of("defaults", "enforce", shipped.names(), shipped.hints().size()));
  }
}
