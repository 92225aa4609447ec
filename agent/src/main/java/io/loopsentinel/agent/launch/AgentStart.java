package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigProblem;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.ProfileSelection;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.discover.DiscoverArgument;
import io.loopsentinel.agent.discover.Discovery;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.fingerprint.Fingerprinter;
import io.loopsentinel.agent.guard.DeferredGuards;
import io.loopsentinel.agent.guard.Guards;
import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.text.Printable;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts the parts of the agent in their order. */
public final class AgentStart {

  private final Instrumentation instrumentation;
  private final boolean beforeMain;
  private final PrintStream out;
  private final Profiles profiles = Profiles.shipped();

  private AgentStart(Instrumentation instrumentation, boolean beforeMain) {
    this.instrumentation = instrumentation;
    this.beforeMain = beforeMain;
    this.out = StandardError.open();
  }

  /**
   * Guards this JVM; called by name from {@code io.loopsentinel.launch}.
   *
   * @param argument what follows {@code =} behind the agent's jar
   * @param beforeMain whether the application's main method is still to be called
   * @throws Exception if the guard cannot be set up
   */
  public static void start(
      @Nullable String argument, Instrumentation instrumentation, boolean beforeMain)
      throws Exception {
    new AgentStart(instrumentation, beforeMain).start(argument);
  }

  private void start(@Nullable String argument) throws Exception {
    if (argument != null && DiscoverArgument.isOne(argument)) {
      discover(argument);
      return;
    }
    ConfigResult result =
        new ConfigLoader(profiles).load(argument, systemProperties(), System.getenv());
    if (result instanceof Loaded loaded) {
      guard(loaded);
    } else if (result instanceof Rejected rejected) {
      refuse(rejected);
    }
  }

  private void discover(String argument) throws Exception {
    Optional<DiscoverArgument> parsed = DiscoverArgument.parse(argument);
    if (parsed.isPresent()) {
      AgentLog log = new AgentLog(out, AgentLog.Level.INFO);
      new Discovery(parsed.get(), log, out).start(instrumentation);
      log.info(AgentVersion.get() + " watches this JVM and guards nothing: discover");
      return;
    }
    out.println(
        "loop-sentinel: cannot read its argument \""
            + argument
            + "\"; expected discover or discover,out=FILE");
    if (beforeMain) {
      System.exit(1);
    }
  }

  private void guard(Loaded loaded) throws Exception {
    SentinelConfig config = loaded.config();
    MainThread main = beforeMain ? MainThread.current() : MainThread.running();
    Telemetry telemetry = new Sinks(config.telemetry(), out, main).open();
    AgentLog log = telemetry.log();
    for (ConfigProblem warning : loaded.warnings()) {
      log.warn(warning.toString());
    }
    List<TargetSpec> targets = profiles.targets(config);
    TargetInstrumentation targetMethods = new TargetInstrumentation(instrumentation, telemetry);
    Management management = new Management(config, telemetry, targetMethods);
    targetMethods.install(
        targets,
        new DeferredGuards(
            () -> guards(config, telemetry, management, targetMethods::propagateRuns)),
        management.api());
    management.offerJmx();
    log.info(
        AgentVersion.get()
            + " guards this JVM: configuration "
            + loaded.source()
            + ", mode "
            + config.mode().name().toLowerCase(Locale.ROOT)
            + ", profiles "
            + describe(config.profiles())
            + ", "
            + targets.size()
            + (targets.size() == 1 ? " target" : " targets"));
  }

  private Guards guards(
      SentinelConfig config,
      Telemetry telemetry,
      Management management,
      Consumer<RunCarrier> propagation) {
    ModuleOpener opener = new ModuleOpener(instrumentation);
    Engine engine =
        new Engine(
            config,
            management.controls(),
            new Fingerprinter(opener::lookupIn),
            eviction ->
                telemetry
                    .log()
                    .debug(
                        "forgets session "
                            + Printable.of(eviction.session().toString(), Printable.NAME)
                            + (eviction.idle()
                                ? ", idle for too long"
                                : ", the least used of too many")));
    management.connect(engine);
    return new Guards(
        engine,
        new Linker(opener::lookupIn),
        telemetry,
        config.telemetry().arguments(),
        propagation);
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

  private String describe(ProfileSelection selection) {
    if (selection instanceof ProfileSelection.None) {
      return "none";
    }
    List<String> names =
        selection instanceof ProfileSelection.Named named ? named.names() : profiles.names();
    return String.join(", ", names);
  }

  private static Map<String, String> systemProperties() {
    Map<String, String> properties = new HashMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name));
    }
    return properties;
  }
}
