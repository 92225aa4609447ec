package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.Mode;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.management.ApplicationApi;
import io.loopsentinel.agent.management.JmxRegistration;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.management.TargetCoverage;
import io.loopsentinel.agent.session.Controls;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.function.BiFunction;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/** Puts together what applications and people can ask of the agent. */
final class Management {

  private final Telemetry telemetry;
  private final TargetInstrumentation targets;
  private final Controls controls;
  private final SessionDirectory sessions;
  private final ApplicationApi application;
  private final JmxRegistration jmx;

  Management(Mode mode, Telemetry telemetry, TargetInstrumentation targets) {
    this.telemetry = telemetry;
    this.targets = targets;
    this.controls = new Controls(mode);
    this.sessions = new SessionDirectory(telemetry);
    this.application = new ApplicationApi(telemetry.events(), sessions);
    this.jmx =
        new JmxRegistration(AgentVersion.get(), telemetry, sessions, controls, this::coverage);
  }

  /** Returns what can be switched. */
  Controls controls() {
    return controls;
  }

  /** Lists the sessions of an engine from now on. */
  void connect(Engine engine) {
    sessions.connect(engine);
  }

  /** Returns what answers the hook. */
  BiFunction<String, @Nullable Object, @Nullable Object> api() {
    return (operation, argument) -> {
      if (operation.equals(TargetInstrumentation.PLATFORM_SERVER)) {
        register(argument);
        return null;
      }
      return application.apply(operation, argument);
    };
  }

  /** Has JMX show the agent, once the application or somebody from outside uses JMX. */
  void offerJmx() {
    if (JmxRegistration.isPossible() && targets.watchPlatformServer()) {
      try {
        jmx.registerIfThereIsAServer();
      } catch (JMException | RuntimeException | LinkageError e) {
        telemetry.failures().accept(e);
      }
    }
  }

  private void register(@Nullable Object server) {
    try {
      jmx.register(server);
    } catch (JMException | RuntimeException | LinkageError e) {
      telemetry.failures().accept(e);
    }
  }

  private TargetCoverage coverage() {
    return new TargetCoverage(
        targets.targets(true).size(),
        targets.targets(false).stream()
            .filter(target -> !target.fromProfile())
            .map(TargetSpec::name)
            .toList());
  }
}
