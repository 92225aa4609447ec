package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.config.TelemetrySettings;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.management.ApplicationApi;
import io.loopsentinel.agent.management.JmxRegistration;
import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.management.RunSummary;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RuntimeSwitches;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what applications and people can ask of the agent.
 *
 * <p>Names no type of JMX: verifying this class would load it, and an image may be without.
 */
final class Management {

  private final TelemetrySettings settings;
  private final Telemetry telemetry;
  private final TargetInstrumentation targets;
  private final RuntimeSwitches controls;
  private final SessionDirectory sessions;
  private final ApplicationApi application;
  private final JmxRegistration jmx;

  Management(SentinelConfig config, Telemetry telemetry, TargetInstrumentation targets) {
    this.settings = config.telemetry();
    this.telemetry = telemetry;
    this.targets = targets;
    this.controls = new RuntimeSwitches(config.engine().mode());
    this.sessions = new SessionDirectory(telemetry);
    this.application = new ApplicationApi(telemetry.events(), sessions);
    this.jmx =
        new JmxRegistration(
            new ManagedSentinel(
                AgentStart.version(),
                telemetry,
                sessions,
                controls,
                () -> targets.targets(true).size(),
                this::unmatched));
  }

  /** Returns what can be switched. */
  RuntimeSwitches controls() {
    return controls;
  }

  /** Lists the sessions of an engine from now on; to be called when the first call is judged. */
  void connect(LoopEngine engine) {
    sessions.connect(engine);
    if (settings.summary()) {
      AgentThread.atExit("loop-sentinel summary", this::sumUp);
    }
  }

  /** Returns what answers the hook. */
  BiFunction<String, @Nullable Object, @Nullable Object> api() {
    return application;
  }

  /**
   * Has JMX show the agent; to be called when the first call is judged, for main has begun.
   *
   * @return the thread that does, for the server may be one of the application's
   */
  Thread register() {
    Thread thread =
        AgentThread.daemon(
            "loop-sentinel jmx",
            () -> {
              try {
                if (showsInJmx()) {
                  jmx.register();
                }
              } catch (Exception | LinkageError e) {
                telemetry.failures().accept(e);
              }
            });
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    return thread;
  }

  /** Has JMX show the agent, where it is used already. */
  void registerIfThereIsAServer() {
    try {
      if (showsInJmx()) {
        jmx.registerIfThereIsAServer();
      }
    } catch (Exception | LinkageError e) {
      telemetry.failures().accept(e);
    }
  }

  private boolean showsInJmx() {
    return settings.jmx() && JmxRegistration.isPossible();
  }

  private void sumUp() {
    RunSummary summary = new RunSummary(telemetry.statistics());
    if (summary.hasFindings()) {
      summary.lines().forEach(telemetry.log()::info);
    }
  }

  /** That a target of a profile guards nothing is no news: hardly a program uses all frameworks. */
  private List<String> unmatched() {
    return targets.targets(false).stream()
        .filter(target -> !target.fromProfile())
        .map(TargetSpec::name)
        .toList();
  }
}
