package io.loopsentinel.tools;

import io.loopsentinel.agent.launch.AgentStart;
import io.loopsentinel.tools.check.CheckCommand;
import io.loopsentinel.tools.demo.DemoCommand;
import io.loopsentinel.tools.init.InitCommand;
import io.loopsentinel.tools.inspect.InspectCommand;
import io.loopsentinel.tools.jvm.JvmCommands;
import io.loopsentinel.tools.replay.ReplayCommand;
import io.loopsentinel.tools.report.ReportCommand;
import io.loopsentinel.tools.support.Failures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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

  private static final String START =
      """
      loop-sentinel %s stops LLM agents that call their tools in a loop.

      To guard an application:
        java -javaagent:loop-sentinel.jar=sentinel-config.yaml -jar app.jar

      First steps with java -jar loop-sentinel.jar COMMAND:
        demo            shows a loop without and with the agent
        init app.jar    writes a first configuration for an application
        check app.jar   shows which methods of the application would be guarded
        list            lists the running JVMs, guarded or not
        help            shows all commands

      Documentation: https://github.com/loop-sentinel/loop-sentinel
      """;

  @Spec private CommandSpec spec = CommandSpec.create();

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
            .addSubcommand(new SchemaCommand())
            .addSubcommand(new CommandLine.HelpCommand())
            .addSubcommand(new AutoComplete.GenerateCompletion());
    JvmCommands.addTo(line);
    line.getSubcommands().values().forEach(LoopSentinelCommand::completeHelp);
    line.getCommandSpec().version("loop-sentinel " + AgentStart.version());
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(LoopSentinelCommand::handleMistake);
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

  /** Prints the mistake in one line, and the command that shows the options instead of them all. */
  private static int handleMistake(ParameterException mistake, String[] arguments) {
    CommandSpec command = mistake.getCommandLine().getCommandSpec();
    PrintWriter err = mistake.getCommandLine().getErr();
    Failures.report(
        mistake.getCommandLine(),
        List.of(arguments),
        Objects.requireNonNull(mistake.getMessage()),
        ExitCode.USAGE);
    if (!UnmatchedArgumentException.printSuggestions(mistake, err)) {
      String name = command.qualifiedName().substring(command.root().name().length());
      err.println("Help: java -jar loop-sentinel.jar" + name + " --help");
    }
    err.flush();
    return ExitCode.USAGE;
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
    PrintWriter out = spec.commandLine().getOut();
    out.print(START.formatted(AgentStart.version()));
    out.flush();
  }
}
