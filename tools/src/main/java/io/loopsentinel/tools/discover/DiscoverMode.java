package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.launch.AgentMode;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** {@code -javaagent:loop-sentinel.jar=discover}: finds methods to guard; guards none. */
public final class DiscoverMode implements AgentMode {

  @Override
  public String word() {
    return "discover";
  }

  @Override
  public String usage() {
    return "discover, discover,out=FILE or discover,ignore-profiles,out=FILE";
  }

  @Override
  public @Nullable Runnable start(
      String argument, Instrumentation instrumentation, PrintStream standardError)
      throws Exception {
    return null;
  }
}
