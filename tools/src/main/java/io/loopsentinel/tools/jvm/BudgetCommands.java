package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean.BudgetStatus;
import io.loopsentinel.tools.support.TextTable;
import io.loopsentinel.tools.support.UsageException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for the budgets of a running JVM; picocli calls the methods. */
@Command(
    name = "budget",
    mixinStandardHelpOptions = true,
    description = "Lists and raises the budgets of a guarded JVM.",
    footer = "  java -jar loop-sentinel.jar budget list 4711",
    synopsisSubcommandLabel = "(list | raise)")
final class BudgetCommands {

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the use of budgets that sessions share.",
      footer = "  java -jar loop-sentinel.jar budget list 4711")
  void list(@Mixin JvmArguments jvm) throws UsageException {
    List<BudgetStatus> budgets = jvm.ask((guarded, agent) -> agent.getBudgets());
    jvm.print(
        budgets,
        budgets.isEmpty()
            ? "No budget that sessions share has been used"
            : new TextTable<BudgetStatus>()
                .left("budget", BudgetStatus::getName)
                .left("of", each -> each.getHolder().isEmpty() ? "(all)" : each.getHolder())
                .left("window", BudgetStatus::getWindow)
                .left("cap on", each -> (each.getMeasure() + " " + each.getTool()).strip())
                .right("used", each -> number(each.getUsed()))
                .right("cap", each -> number(each.getCap()))
                .of(budgets, List.of()));
  }

  @Command(
      name = "raise",
      mixinStandardHelpOptions = true,
      description =
          "Raises a cap for a time, and resumes what it had ended. The audit log records it.",
      footer =
          "  java -jar loop-sentinel.jar budget raise 4711 daily ann +5usd --for 2h --why \"a"
              + " demo\"")
  void raise(
      @Mixin JvmArguments jvm,
      @Parameters(index = "1", paramLabel = "NAME", description = "The budget's name.") String name,
      @Parameters(
              index = "2",
              paramLabel = "KEY",
              description = "The holder: a session, a label's value or its hash, or - for all.")
          String key,
      @Parameters(
              index = "3",
              paramLabel = "AMOUNT",
              description = "The amount: +5usd, +10000tokens, +20turns or +50calls.")
          String amount,
      @Option(names = "--for", required = true, description = "The duration: 2h, 30m.") String time,
      @Option(names = "--why", required = true, description = "The reason.") String why)
      throws UsageException {
    jvm.run((guarded, agent) -> agent.raiseBudget(name, key, amount, time, why));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.4f", value);
  }
}
