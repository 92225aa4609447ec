package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.command.discover.DiscoverArgument;
import io.loopsentinel.agent.command.discover.Discovery;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/** The start of a JVM that is to be watched, not guarded. */
final class DiscoveryStart {

  private final Instrumentation instrumentation;
  private final boolean beforeMain;
  private final PrintStream out;

  DiscoveryStart(Instrumentation instrumentation, boolean beforeMain, PrintStream out) {
    this.instrumentation = instrumentation;
    this.beforeMain = beforeMain;
    this.out = out;
  }

  /** Watches the JVM, and returns whether it does; not if the argument is none. */
  boolean watch(String argument) throws Exception {
    Optional<DiscoverArgument> parsed = DiscoverArgument.parse(argument);
    if (parsed.isPresent()) {
      AgentLog log = new AgentLog(out, AgentLog.Level.INFO);
      new Discovery(parsed.get(), log, out).start(instrumentation);
      log.info(AgentVersion.get() + " watches this JVM and guards nothing: discover");
      return true;
    }
    out.println(
        "loop-sentinel: cannot read its argument \""
            + argument
            + "\"; expected discover or discover,out=FILE");
    if (beforeMain) {
      System.exit(1);
    }
    return false;
  }
}
