package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.command.check.CheckCommand;
import io.loopsentinel.agent.command.inspect.InspectCommand;
import io.loopsentinel.agent.command.replay.ReplayCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** What {@code java -jar loop-sentinel.jar} does. */
@Command(
    name = "loop-sentinel",
    description = {
      "Stops LLM agents that call their tools in a loop.",
      "",
      "To guard an application: java -javaagent:loop-sentinel.jar=sentinel-config.yaml -jar app.jar"
    },
    mixinStandardHelpOptions = true,
    subcommands = {InspectCommand.class, CheckCommand.class, ReplayCommand.class},
    versionProvider = LoopSentinelCommand.Version.class)
public final class LoopSentinelCommand implements Runnable {

  private LoopSentinelCommand() {}

  /** Runs a command line; returns the exit code, 2 where the command line is wrong. */
  public static int run(String[] arguments) {
    return new CommandLine(new LoopSentinelCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments);
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {"loop-sentinel " + AgentStart.version()};
    }
  }
}
