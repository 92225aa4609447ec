package io.loopsentinel.tools.jvm;

import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.targets.config.ConfigResult.Rejected;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.tools.support.Failures;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** The commands that query and control the agents in running JVMs; picocli calls the methods. */
public final class JvmCommands {

  private JvmCommands() {}

  private static final String[] EXIT_CODES = {
    " 0:done",
    " 1:the JVM forbids attaching, is not guarded, or refuses the command",
    " 2:wrong usage, no such JVM, or another user's",
  };

  static final String NO_ATTACH =
      "This java has no module jdk.attach, which finds other JVMs; use the java of a JDK";

  /** The path of a file at the beginning or after {@code config=}, and what surrounds it. */
  private static final Pattern FILE_AND_SETTINGS =
      Pattern.compile("((?:.*,)?config=|)(.*?)(,[a-zA-Z0-9_.-]+=.*|)");

  private static final String NO_ANSWER = "The JVM no longer answers: ";
  private static final String ROW_FORMAT = "%7s  %-16s  %8s  %8s  %s";

  public static void addTo(CommandLine line) {
    for (Class<?> commands : List.of(JvmCommands.class, SessionCommands.class)) {
      for (Method method : CommandLine.getCommandMethods(commands, null)) {
        line.addSubcommand(withExitCodes(new CommandLine(method)));
      }
    }
    CommandLine budget = withExitCodes(new CommandLine(new BudgetCommands()));
    budget.getSubcommands().values().forEach(JvmCommands::withExitCodes);
    line.addSubcommand(budget);
    line.setExecutionExceptionHandler(JvmCommands::handleFailure);
  }

  private static CommandLine withExitCodes(CommandLine command) {
    command.getCommandSpec().usageMessage().exitCodeList(UsageMessageSpec.keyValuesMap(EXIT_CODES));
    return command;
  }

  /**
   * Handles failures. Without the module {@code jdk.attach}, a class that needs it cannot even be
   * linked. If the JVM has ended, a proxy of an MXBean wraps the exception.
   */
  private static int handleFailure(Exception failure, CommandLine command, ParseResult parsed)
      throws Exception {
    List<String> arguments = parsed.originalArgs();
    if (failure.getCause() instanceof NoClassDefFoundError
        && ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
      return Failures.report(command, arguments, NO_ATTACH, 1);
    }
    if (failure instanceof UsageException refused) {
      return Failures.report(command, arguments, refused.getMessage(), refused.exitCode());
    }
    if (failure instanceof UndeclaredThrowableException) {
      String message = NO_ANSWER + failure.getCause();
      return Failures.report(command, arguments, message, LocalJvm.EXIT_REFUSED);
    }
    throw failure;
  }

  /** A row of the command list; the version is absent if the JVM is not guarded. */
  private record Row(
      long pid,
      String main,
      @Nullable String guardedBy,
      @Nullable Integer sessions,
      @Nullable Long stopped) {

    private static Row of(LocalJvm jvm) {
      long pid = Long.parseLong(jvm.pid());
      try {
        Optional<GuardedJvm> found = GuardedJvm.connect(jvm, false);
        if (found.isEmpty()) {
          return new Row(pid, jvm.main(), null, null, null);
        }
        try (GuardedJvm guarded = found.get()) {
          if (!guarded.isVisible()) {
            return new Row(pid, jvm.main(), guarded.version(), 0, 0L);
          }
          SentinelMXBean agent = guarded.sentinel();
          return new Row(
              pid, jvm.main(), guarded.version(), agent.getSessionsLive(), agent.getCallsStopped());
        }
      } catch (UsageException | RuntimeException e) {
        return new Row(pid, jvm.main(), "(unknown)", null, null);
      }
    }

    private String line() {
      return ROW_FORMAT.formatted(pid, orNone(guardedBy), orNone(sessions), orNone(stopped), main);
    }

    private static Object orNone(@Nullable Object value) {
      return Objects.requireNonNullElse(value, "-");
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the JVMs of this user. Starts nothing in JVMs that are not guarded.")
  static void list(
      @Option(names = "--json", description = "Prints the result as JSON.") boolean json) {
    List<Row> rows = LocalJvm.askAll(LocalJvm.all(), Row::of);
    String header = ROW_FORMAT.formatted("PID", "GUARDED BY", "SESSIONS", "STOPPED", "MAIN");
    JvmArguments.print(
        json,
        rows,
        Stream.concat(
                Stream.of(Ansi.AUTO.string("@|bold " + header + "|@")),
                rows.stream().map(Row::line))
            .collect(Collectors.joining("\n")));
  }

  @Command(
      name = "attach",
      mixinStandardHelpOptions = true,
      description = "Guards a running JVM. A wrong configuration is reported here, and not used.",
      footer = "  java -jar loop-sentinel.jar attach 4711 -c sentinel-config.yaml")
  static void attach(
      @Mixin JvmArguments arguments,
      @Option(
              names = {"-c", "--config"},
              paramLabel = "CONFIG",
              description = "The text after -javaagent:loop-sentinel.jar=: a file or settings.")
          @Nullable String config)
      throws UsageException {
    long pid = arguments.pid;
    LocalJvm jvm = LocalJvm.of(pid);
    VirtualMachine machine = jvm.ask(jvm::attach);
    try {
      Properties properties = jvm.ask(machine::getSystemProperties);
      String guard = properties.getProperty(SentinelMXBean.VERSION_PROPERTY);
      if (guard != null) {
        throw new UsageException(pid + " is already guarded by " + guard, LocalJvm.EXIT_REFUSED);
      }
      LocalJvm.load(machine, argument(config, properties));
      String running = machine.getSystemProperties().getProperty(SentinelMXBean.VERSION_PROPERTY);
      arguments.printDone(pid + " is guarded now" + version(running));
    } catch (IOException e) {
      throw new UsageException(pid + " does not answer: " + e, LocalJvm.EXIT_REFUSED);
    } finally {
      LocalJvm.detach(machine);
    }
  }

  /**
   * Returns a clause about the agent's version if it is not that of this command; else an empty
   * text. A JVM keeps the classes of the agent that it has loaded first.
   */
  private static String version(@Nullable String guard) {
    String own = JvmCommands.class.getPackage().getImplementationVersion();
    return own == null || guard == null || own.equals(guard)
        ? ""
        : " by version %s, which this JVM has loaded before; start it again for %s"
            .formatted(guard, own);
  }

  /** Returns the agent's argument; a path is absolute, because the JVM has another folder. */
  static @Nullable String argument(@Nullable String config, Properties properties)
      throws UsageException {
    String argument = config == null ? null : withAbsolutePath(config);
    Map<String, String> settings =
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, properties::getProperty));
    if (new ConfigLoader(Profiles.shipped()).check(argument, settings, Map.of())
        instanceof Rejected rejected) {
      throw new UsageException(rejected.report(), LocalJvm.EXIT_REFUSED);
    }
    return argument;
  }

  private static String withAbsolutePath(String config) {
    Matcher parts = FILE_AND_SETTINGS.matcher(config);
    if (!parts.matches() || !new File(parts.group(2)).isFile()) {
      return config;
    }
    return parts.group(1) + new File(parts.group(2)).getAbsolutePath() + parts.group(3);
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows the agent in a JVM, and the outcomes of its calls so far.",
      footer = "  java -jar loop-sentinel.jar status 4711")
  static void status(@Mixin JvmArguments jvm) throws UsageException {
    boolean unused =
        jvm.ask(
            (guarded, agent) -> {
              JvmStatus status = JvmStatus.of(jvm.pid, agent);
              jvm.print(status, status.text());
              return true;
            });
  }

  @Command(
      name = "answer",
      mixinStandardHelpOptions = true,
      description = "Answers for a call that waits for a person; status lists these calls.",
      footer = "  java -jar loop-sentinel.jar answer 4711 7 run")
  static void answer(
      @Mixin JvmArguments jvm,
      @Parameters(index = "1", paramLabel = "ID") String id,
      @Parameters(index = "2", paramLabel = "ANSWER", description = "run, hint, abort or message")
          String answer,
      @Parameters(
              index = "3",
              paramLabel = "TEXT",
              arity = "0..1",
              description = "the text for the model")
          @Nullable String text)
      throws UsageException {
    jvm.run(
        (guarded, agent) -> {
          if (!agent.answer(id, answer, text)) {
            throw guarded.refusal("has no call that waits for " + id + "; it may no longer wait");
          }
          return "question " + id + " is answered: " + answer;
        });
  }

  @Command(
      name = "mode",
      mixinStandardHelpOptions = true,
      description = "Switches a guarded JVM between stopping loops and only reporting them.",
      footer = "  java -jar loop-sentinel.jar mode 4711 observe")
  static void mode(
      @Mixin JvmArguments jvm,
      @Parameters(index = "1", paramLabel = "MODE", description = "observe or enforce") Mode mode)
      throws UsageException {
    String next = mode.name().toLowerCase(Locale.ROOT);
    jvm.run((guarded, agent) -> "mode " + next + ", previously " + agent.setMode(next));
  }

  @Command(
      name = "reload",
      mixinStandardHelpOptions = true,
      description = "Makes a guarded JVM read its configuration again, and prints the result.",
      footer = "  java -jar loop-sentinel.jar reload 4711")
  static void reload(@Mixin JvmArguments jvm) throws UsageException {
    jvm.run(
        (guarded, agent) -> {
          String report = agent.reload();
          if (report.endsWith(SentinelMXBean.RELOAD_REFUSED)) {
            throw new UsageException(report, LocalJvm.EXIT_REFUSED);
          }
          return report;
        });
  }

  @Command(
      name = "detach",
      mixinStandardHelpOptions = true,
      description = "Ends the agent in a guarded JVM, and restores the guarded classes.",
      footer = "  java -jar loop-sentinel.jar detach 4711")
  static void detach(@Mixin JvmArguments jvm) throws UsageException {
    jvm.run(
        (guarded, agent) -> {
          agent.detach();
          return jvm.pid + " is no longer guarded";
        });
  }
}
