package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.config.ThreadSessions;
import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetTransformer;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Starts the agent with an argument or a configuration, or in a running JVM. */
record ConfiguredStart(
    Instrumentation instrumentation, boolean beforeMain, PrintStream out, AtomicBoolean guarded) {

  /** Guards the JVM, or starts another mode. */
  void start(@Nullable String argument) throws Exception {
    AgentMode mode = AgentMode.of(argument);
    if (argument != null && mode != null) {
      start(mode, argument);
      return;
    }
    Profiles profiles = Profiles.shipped();
    ConfigResult result = new ConfigLoader(profiles).load(argument);
    if (result instanceof Rejected rejected) {
      reject(rejected);
      return;
    }
    guard(argument, (Loaded) result, profiles);
  }

  private void guard(@Nullable String argument, Loaded loaded, Profiles profiles) throws Exception {
    SentinelConfig config = loaded.config();
    MainThread mainThread = beforeMain ? MainThread.current() : MainThread.running();
    List<TargetSpec> targets = profiles.targets(config);
    List<TargetHint> hints = targets.stream().map(TargetHint::of).toList();
    RunningAgent agent = new RunningAgent(argument, out, guarded);
    DeferredGuard guard = new DeferredGuard(instrumentation, loaded, agent, out, mainThread);
    new TargetTransformer(hints, () -> targets, guard).install(instrumentation, true);
    guard.announce(
        AgentStart.startLine(
            loaded.source(),
            config.engine().mode().name().toLowerCase(Locale.ROOT),
            profiles.selected(config),
            targets.size()),
        beforeMain);
    agent.begin(guard, config);
    // Without a choice of profiles all are in use, so their runs say nothing about this program.
    ThreadSessions.warning(config.profiles() == null ? config.targets() : targets)
        .ifPresent(agent::warn);
  }

  private void start(AgentMode mode, String argument) throws Exception {
    Runnable exitTask = mode.start(argument, instrumentation, out);
    if (exitTask != null) {
      LastShutdownHook.register(exitTask, new ModuleOpener(instrumentation));
      new AgentLog(out, AgentLog.Level.INFO)
          .info(AgentStart.version() + " watches this JVM and guards nothing: " + mode.word());
      guarded.set(true);
      return;
    }
    out.println(
        "loop-sentinel: cannot read its argument \"%s\"; expected %s"
            .formatted(argument, mode.usage()));
    if (beforeMain) {
      System.exit(1);
    }
  }

  /** Exits, because an unguarded JVM must not seem guarded. A running JVM is left alone. */
  private void reject(Rejected rejected) {
    out.println(rejected.report());
    if (beforeMain && !rejected.disableInstead()) {
      System.exit(1);
    }
    new AgentLog(out, AgentLog.Level.WARN)
        .warn("the application runs WITHOUT its guard, because its configuration cannot be read");
  }
}
