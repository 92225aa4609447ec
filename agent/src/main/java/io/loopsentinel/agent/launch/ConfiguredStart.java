package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.ConfigResult.Rejected;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.thread.AgentThread;
import org.jspecify.annotations.Nullable;

/** Starts the agent with an argument or a configuration, or in a running JVM. */
record ConfiguredStart(HostJvm jvm) {

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
    new Agent(jvm, argument, (Loaded) result).startup(profiles);
  }

  private void start(AgentMode mode, String argument) throws Exception {
    Runnable exitTask = mode.start(argument, jvm.instrumentation(), jvm.out());
    if (exitTask != null) {
      Runtime.getRuntime().addShutdownHook(AgentThread.daemon("loop-sentinel exit", exitTask));
      new AgentLog(jvm.out(), LogLevel.INFO)
          .info(AgentStart.version() + " watches this JVM and guards nothing: " + mode.word());
      jvm.guarded().set(true);
      return;
    }
    jvm.out()
        .println(
            "loop-sentinel: cannot read its argument \"%s\"; expected %s"
                .formatted(argument, mode.usage()));
    if (jvm.beforeMain()) {
      System.exit(1);
    }
  }

  /** Exits, because an unguarded JVM must not seem guarded. A running JVM is left alone. */
  private void reject(Rejected rejected) {
    jvm.out().println(rejected.report());
    if (jvm.beforeMain() && !rejected.disableInstead()) {
      System.exit(1);
    }
    new AgentLog(jvm.out(), LogLevel.WARN)
        .warn("the application runs WITHOUT its guard, because its configuration cannot be read");
  }
}
