package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.launch.AgentMode;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.targets.config.LogLevel;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code -javaagent:loop-sentinel.jar=discover}: finds methods to guard; guards none. */
public final class DiscoverMode implements AgentMode {

  @Override
  public String word() {
    return DiscoverArgument.WORD;
  }

  @Override
  public String usage() {
    return "discover, optionally with ,tool=NAME (a class, Class::method or annotation) and ,out=FILE";
  }

  @Override
  public @Nullable Runnable start(
      String argument, Instrumentation instrumentation, PrintStream standardError)
      throws Exception {
    Optional<DiscoverArgument> parsed = DiscoverArgument.parse(argument);
    if (parsed.isEmpty()) {
      return null;
    }
    AgentLog log = new AgentLog(standardError, LogLevel.INFO);
    return new Discovery(parsed.get(), log, standardError).start(instrumentation);
  }
}
