package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.ProfileSelection;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.ShippedTargets;
import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The start of a JVM that is told how it is to be guarded, or is running already. */
final class ConfiguredStart {

  private final Instrumentation instrumentation;
  private final boolean beforeMain;
  private final PrintStream out;
  private final Profiles profiles = Profiles.shipped();

  ConfiguredStart(Instrumentation instrumentation, boolean beforeMain, PrintStream out) {
    this.instrumentation = instrumentation;
    this.beforeMain = beforeMain;
    this.out = out;
  }

  /**
   * Guards the JVM.
   *
   * @param argument what follows {@code =} behind the agent's jar
   * @return whether it is guarded
   */
  boolean guard(@Nullable String argument) throws Exception {
    ConfigResult result =
        new ConfigLoader(profiles).load(argument, systemProperties(), System.getenv());
    if (result instanceof Loaded loaded) {
      guard(loaded);
      return true;
    }
    if (result instanceof Rejected rejected) {
      refuse(rejected);
    }
    return false;
  }

  private void guard(Loaded loaded) throws Exception {
    SentinelConfig config = loaded.config();
    MainThread main = beforeMain ? MainThread.current() : MainThread.running();
    List<TargetSpec> targets = ShippedTargets.open().targets(config);
    List<TargetHint> hints = targets.stream().map(TargetHint::of).toList();
    DeferredGuard guard = new DeferredGuard(instrumentation, loaded, out, main);
    new TargetTransformer(hints, () -> targets, guard).install(instrumentation, true);
    guard.say(
        StartLine.of(
            loaded.source(),
            config.engine().mode().name().toLowerCase(Locale.ROOT),
            selected(config.profiles()),
            targets.size()));
  }

  /** Better no start than one that its user believes to be guarded; a running JVM is left alone. */
  private void refuse(Rejected rejected) {
    out.println(rejected.report());
    if (beforeMain && !rejected.disableInstead()) {
      System.exit(1);
    }
    new AgentLog(out, AgentLog.Level.WARN)
        .warn("the application runs WITHOUT its guard, for its configuration cannot be read");
  }

  private List<String> selected(ProfileSelection selection) {
    return profiles.selected(selection);
  }

  private static Map<String, String> systemProperties() {
    Map<String, String> properties = new HashMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name));
    }
    return properties;
  }
}
