package io.loopsentinel.tools;

import io.loopsentinel.agent.launch.AgentStart;
import io.loopsentinel.tools.check.CheckCommand;
import io.loopsentinel.tools.demo.DemoCommand;
import io.loopsentinel.tools.init.InitCommand;
import io.loopsentinel.tools.inspect.InspectCommand;
import io.loopsentinel.tools.jvm.JvmCommands;
import io.loopsentinel.tools.replay.ReplayCommand;
import io.loopsentinel.tools.report.ReportCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command line of {@code java -jar loop-sentinel.jar}. */
@Command(
    name = "loop-sentinel",
    description = {
      "Stops LLM agents that call their tools in a loop.",
      "",
      "To guard an application: java -javaagent:loop-sentinel.jar=sentinel-config.yaml -jar app.jar"
    },
    mixinStandardHelpOptions = true)
public final class LoopSentinelCommand implements Runnable {

  private LoopSentinelCommand() {}

  /** Runs a command line; returns the exit code, which is 2 if the command line is wrong. */
  public static int run(String[] arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    CommandLine line =
        new CommandLine(new LoopSentinelCommand())
            .addSubcommand(new InitCommand())
            .addSubcommand(new InspectCommand())
            .addSubcommand(new CheckCommand())
            .addSubcommand(new ReplayCommand())
            .addSubcommand(new ReportCommand())
            .addSubcommand(new DemoCommand())
            .addSubcommand(new AutoComplete.GenerateCompletion());
    JvmCommands.addTo(line);
    line.getSubcommands().values().forEach(LoopSentinelCommand::completeHelp);
    line.getCommandSpec().version("loop-sentinel " + AgentStart.version());
    return line.setCaseInsensitiveEnumValuesAllowed(true);
  }

  private static void completeHelp(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    usage.exitCodeListHeading("%nExit codes:%n").footerHeading("%nExample:%n");
    if (usage.exitCodeList().isEmpty()) {
      usage.exitCodeList(UsageMessageSpec.keyValuesMap(" 0:done", " 2:wrong usage"));
    }
    if (usage.footer().length == 0) {
      usage.footer("  java -jar loop-sentinel.jar " + command.getCommandName());
    }
    command.getSubcommands().values().forEach(LoopSentinelCommand::completeHelp);
  }

  @Command(
      name = "version",
      mixinStandardHelpOptions = true,
      description = "Prints the version of this jar.")
  void version() {
    System.out.println("loop-sentinel " + AgentStart.version());
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
