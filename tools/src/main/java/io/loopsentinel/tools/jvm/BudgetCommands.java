package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean.BudgetStatus;
import io.loopsentinel.tools.support.UsageException;
import java.util.List;
import picocli.CommandLine.Command;
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

  private static final String ROW_FORMAT = "%-16s  %-24s  %-16s  %-14s  %10s  %10s";

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the use of budgets that sessions share.",
      footer = "  java -jar loop-sentinel.jar budget list 4711")
  void list(@Parameters(paramLabel = "PID", converter = JvmId.class) long pid)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      List<BudgetStatus> budgets = jvm.sentinel().getBudgets();
      if (budgets.isEmpty()) {
        System.out.println("No budget that sessions share has been used");
        return;
      }
      System.out.println(ROW_FORMAT.formatted("BUDGET", "OF", "WINDOW", "CAP ON", "USED", "CAP"));
      for (BudgetStatus each : budgets) {
        String measure = each.getMeasure() + (each.getTool().isEmpty() ? "" : " " + each.getTool());
        System.out.println(
            ROW_FORMAT.formatted(
                each.getName(),
                each.getHolder().isEmpty() ? "(all)" : each.getHolder(),
                each.getWindow(),
                measure,
                number(each.getUsed()),
                number(each.getCap())));
      }
    }
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
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Parameters(paramLabel = "NAME", description = "The budget's name.") String name,
      @Parameters(
              paramLabel = "KEY",
              description = "The holder: a session, a label's value or its hash, or - for all.")
          String key,
      @Parameters(
              paramLabel = "AMOUNT",
              description = "The amount: +5usd, +10000tokens, +20turns or +50calls.")
          String amount,
      @Option(names = "--for", required = true, description = "The duration: 2h, 30m.") String time,
      @Option(names = "--why", required = true, description = "The reason.") String why)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      System.out.println(jvm.sentinel().raiseBudget(name, key, amount, time, why));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), LocalJvm.EXIT_REFUSED);
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "%.0f".formatted(value) : "%.4f".formatted(value);
  }
}
