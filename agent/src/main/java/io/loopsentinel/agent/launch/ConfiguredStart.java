package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.LogLevel;
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

/** The start with an argument or configuration, or in a running JVM. */
record ConfiguredStart(
    Instrumentation instrumentation, boolean beforeMain, PrintStream out, AtomicBoolean guards) {

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
      refuse(rejected);
      return;
    }
    guard(argument, (Loaded) result, profiles);
  }

  private void guard(@Nullable String argument, Loaded loaded, Profiles profiles) throws Exception {
    SentinelConfig config = loaded.config();
    MainThread main = beforeMain ? MainThread.current() : MainThread.running();
    List<TargetSpec> targets = profiles.targets(config);
    List<TargetHint> hints = targets.stream().map(TargetHint::of).toList();
    RunningAgent life = new RunningAgent(argument, out, guards);
    DeferredGuard guard = new DeferredGuard(instrumentation, loaded, life, out, main);
    new TargetTransformer(hints, () -> targets, guard).install(instrumentation, true);
    guard.announce(
        AgentStart.line(
            loaded.source(),
            config.engine().mode().name().toLowerCase(Locale.ROOT),
            profiles.selected(config),
            targets.size()),
        beforeMain);
    life.begin(guard, loaded);
    // Without a choice all profiles are in use, so their runs say nothing about this program.
    ThreadSessions.warning(config.profiles() == null ? config.targets() : targets)
        .ifPresent(life::warn);
  }

  private void start(AgentMode mode, String argument) throws Exception {
    Runnable atEnd = mode.start(argument, instrumentation, out);
    if (atEnd != null) {
      LastShutdownHook.register(atEnd, new ModuleOpener(instrumentation));
      new AgentLog(out, LogLevel.INFO)
          .info(AgentStart.version() + " watches this JVM and guards nothing: " + mode.word());
      guards.set(true);
      return;
    }
    out.println(
        "loop-sentinel: cannot read its argument \"%s\"; expected %s"
            .formatted(argument, mode.usage()));
    if (beforeMain) {
      System.exit(1);
    }
  }

  /** Exits, so that nobody believes the JVM to be guarded; a running JVM is left alone. */
  private void refuse(Rejected rejected) {
    out.println(rejected.report());
    if (beforeMain && !rejected.disableInstead()) {
      System.exit(1);
    }
    new AgentLog(out, LogLevel.WARN)
        .warn("the application runs WITHOUT its guard, because its configuration cannot be read");
  }
}
