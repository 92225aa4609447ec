package io.loopsentinel.tools.jvm;

import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Rejected;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.tools.support.Progress;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
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
  private static final String NO_ANSWER = "The JVM no longer answers: ";
  private static final int FIRST_VERSION_WITH_WARNING = 21;
  private static final String ROW_FORMAT = "%7s  %-16s  %8s  %8s  %s";

  /** Adds all commands for running JVMs to a command line. */
  public static void addTo(CommandLine line) {
    for (Method method : CommandLine.getCommandMethods(JvmCommands.class, null)) {
      line.addSubcommand(withExitCodes(new CommandLine(method)));
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
    if (failure.getCause() instanceof NoClassDefFoundError
        && ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
      command.getErr().println(NO_ATTACH);
      return 1;
    }
    if (failure instanceof UsageException refused) {
      command.getErr().println(refused.getMessage());
      return refused.exitCode();
    }
    if (failure instanceof UndeclaredThrowableException) {
      command.getErr().println(NO_ANSWER + failure.getCause());
      return LocalJvm.EXIT_REFUSED;
    }
    throw failure;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the JVMs of this user. Starts nothing in JVMs that are not guarded.")
  static void list() throws UsageException {
    Progress progress = new Progress(new PrintWriter(System.err, true, Charset.defaultCharset()));
    List<LocalJvm> jvms = LocalJvm.all();
    String header = ROW_FORMAT.formatted("PID", "GUARDED BY", "SESSIONS", "STOPPED", "MAIN");
    System.out.println(Ansi.AUTO.string("@|bold " + header + "|@"));
    for (LocalJvm jvm : jvms) {
      progress.show("asking " + jvm.pid());
      Object[] state = state(jvm);
      progress.clear();
      System.out.println(ROW_FORMAT.formatted(jvm.pid(), state[0], state[1], state[2], jvm.main()));
    }
  }

  private static Object[] state(LocalJvm jvm) {
    try {
      Optional<GuardedJvm> found = GuardedJvm.connect(jvm);
      if (found.isEmpty()) {
        return new Object[] {"-", "-", "-"};
      }
      try (GuardedJvm guarded = found.get()) {
        if (!guarded.isVisible()) {
          return new Object[] {guarded.version(), 0, 0};
        }
        SentinelMXBean agent = guarded.sentinel();
        return new Object[] {guarded.version(), agent.getSessionsLive(), agent.getCallsStopped()};
      }
    } catch (UsageException | RuntimeException e) {
      return new Object[] {"(unknown)", "-", "-"};
    }
  }

  @Command(
      name = "attach",
      mixinStandardHelpOptions = true,
      description = "Guards a running JVM. A wrong configuration is reported here, and not used.",
      footer = "  java -jar loop-sentinel.jar attach 4711 -c sentinel-config.yaml")
  static void attach(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Option(
              names = {"-c", "--config"},
              paramLabel = "CONFIG",
              description = "The text after -javaagent:loop-sentinel.jar=: a file or settings.")
          @Nullable String config)
      throws UsageException {
    VirtualMachine machine = LocalJvm.of(pid).attach();
    try {
      Properties properties = machine.getSystemProperties();
      String guard = properties.getProperty(SentinelMXBean.VERSION_PROPERTY);
      if (guard != null) {
        throw new UsageException(pid + " is already guarded by " + guard, LocalJvm.EXIT_REFUSED);
      }
      LocalJvm.load(machine, argument(config, properties));
      System.out.println(pid + " is guarded now");
      String flags = machine.getAgentProperties().getProperty("sun.jvm.args", "");
      if (Integer.parseInt(properties.getProperty("java.specification.version"))
              >= FIRST_VERSION_WITH_WARNING
          && !flags.contains("EnableDynamicAgentLoading")) {
        System.out.println(
            "It has printed a warning about the dynamically loaded agent; start it with"
                + " -XX:+EnableDynamicAgentLoading or -javaagent to avoid that");
      }
    } catch (IOException e) {
      throw new UsageException(pid + " does not answer: " + e, LocalJvm.EXIT_REFUSED);
    } finally {
      LocalJvm.detach(machine);
    }
  }

  /** Returns the agent's argument; a path is absolute, because the JVM has another folder. */
  private static @Nullable String argument(@Nullable String config, Properties properties)
      throws UsageException {
    File file = config == null ? null : new File(config);
    String argument = file != null && file.isFile() ? file.getAbsolutePath() : config;
    Map<String, String> settings =
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, properties::getProperty));
    if (new ConfigLoader(Profiles.shipped()).check(argument, settings, Map.of())
        instanceof Rejected rejected) {
      throw new UsageException(rejected.report(), LocalJvm.EXIT_REFUSED);
    }
    return argument;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows the agent in a JVM, and the outcomes of its calls so far.",
      footer = "  java -jar loop-sentinel.jar status 4711")
  static void status(@Parameters(paramLabel = "PID", converter = JvmId.class) long pid)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      SentinelMXBean agent = jvm.sentinel();
      List<String> unmatched = agent.getUnmatchedTargets();
      String others = unmatched.isEmpty() ? "" : ", unmatched: " + String.join(", ", unmatched);
      String store = agent.getStore();
      System.out.printf(
          """
          agent          %s
          configuration  %s
          mode           %s%s
          targets        %d matched%s
          sessions       %d%s
          calls          %d, stopped %d
          errors         %d of the agent itself
          %s
          """,
          agent.getVersion(),
          agent.getConfiguration(),
          agent.getMode(),
          agent.isEnabled() ? "" : ", disabled: guards NOTHING",
          agent.getTargetsMatched(),
          others,
          agent.getSessionsLive(),
          store.isEmpty() ? "" : ", store " + store,
          agent.getCallsSeen(),
          agent.getCallsStopped(),
          agent.getInternalErrors(),
          agent.summary());
      for (Map<String, String> waits : agent.listQuestions()) {
        System.out.printf(
            "question %s: %s in session %s%s waits until %s, then %s: %s%s%n",
            waits.get("question"),
            waits.get("tool"),
            waits.get("session"),
            waits.containsKey("labels") ? ", " + waits.get("labels") : "",
            waits.get("expires"),
            waits.get("fallback"),
            waits.get("reason"),
            waits.containsKey("arguments") ? "; arguments " + waits.get("arguments") : "");
      }
    }
  }

  @Command(
      name = "sessions",
      mixinStandardHelpOptions = true,
      description = "Lists the sessions in the memory of a guarded JVM, at most a thousand.",
      footer = "  java -jar loop-sentinel.jar sessions 4711 --all")
  static void sessions(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Option(names = "--all", description = "Lists those of all JVMs that share its store.")
          boolean all)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      if (all) {
        SharedSessionTable.print(jvm);
        return;
      }
      for (SentinelMXBean.SessionStatus session : jvm.sentinel().listSessions()) {
        System.out.println(session.getName() + (session.isEnded() ? "  ended" : ""));
      }
    }
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      description = "Clears the history of a session, and reopens it if it was ended.",
      footer = "  java -jar loop-sentinel.jar reset 4711 conversation-17")
  static void reset(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Parameters(paramLabel = "SESSION") String session)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      if (!jvm.sentinel().reset(session)) {
        throw jvm.refusal("has no session " + session + "; the command sessions lists them");
      }
      System.out.println("session " + session + " is reset");
    }
  }

  @Command(
      name = "tell",
      mixinStandardHelpOptions = true,
      description = "Sends a text to the model of a session, with its next result or request.",
      footer = "  java -jar loop-sentinel.jar tell 4711 conversation-17 \"Cancelled.\"")
  static void tell(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Parameters(paramLabel = "SESSION") String session,
      @Parameters(paramLabel = "TEXT", description = "at most 500 characters") String text,
      @Option(
              names = "--next-run",
              description =
                  "in the next run of the session, or of a label given as SESSION: user=maria")
          boolean nextRun)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      if (nextRun) {
        jvm.sentinel().tellNextRun(session, text);
        System.out.println("the next run of " + session + " gets the text");
        return;
      }
      if (!jvm.sentinel().tell(session, text)) {
        throw jvm.refusal("has no session " + session + "; the command sessions lists them");
      }
      System.out.println("session " + session + " gets the text with its next result or request");
    } catch (IllegalArgumentException refused) {
      throw new UsageException(pid + " refuses: " + refused.getMessage(), LocalJvm.EXIT_REFUSED);
    }
  }

  @Command(
      name = "answer",
      mixinStandardHelpOptions = true,
      description = "Answers for a call that waits for a person; status lists these calls.",
      footer = "  java -jar loop-sentinel.jar answer 4711 7 run")
  static void answer(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Parameters(paramLabel = "ID") String id,
      @Parameters(paramLabel = "ANSWER", description = "run, hint, abort or message") String answer,
      @Parameters(paramLabel = "TEXT", arity = "0..1", description = "the text for the model")
          @Nullable String text)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      if (!jvm.sentinel().answer(id, answer, text)) {
        throw jvm.refusal("has no call that waits for " + id + "; it may no longer wait");
      }
      System.out.println("question " + id + " is answered: " + answer);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
  }

  @Command(
      name = "mode",
      mixinStandardHelpOptions = true,
      description = "Switches a guarded JVM between stopping loops and only reporting them.",
      footer = "  java -jar loop-sentinel.jar mode 4711 observe")
  static void mode(
      @Parameters(paramLabel = "PID", converter = JvmId.class) long pid,
      @Parameters(paramLabel = "MODE", description = "observe or enforce") Mode mode)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      String next = mode.name().toLowerCase(Locale.ROOT);
      System.out.println("mode " + next + ", previously " + jvm.sentinel().setMode(next));
    }
  }

  @Command(
      name = "reload",
      mixinStandardHelpOptions = true,
      description = "Makes a guarded JVM read its configuration again, and prints the result.",
      footer = "  java -jar loop-sentinel.jar reload 4711")
  static void reload(@Parameters(paramLabel = "PID", converter = JvmId.class) long pid)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      String report = jvm.sentinel().reload();
      if (report.endsWith(SentinelMXBean.RELOAD_REFUSED)) {
        throw new UsageException(report, LocalJvm.EXIT_REFUSED);
      }
      System.out.println(report);
    }
  }

  @Command(
      name = "detach",
      mixinStandardHelpOptions = true,
      description = "Ends the agent in a guarded JVM, and restores the guarded classes.",
      footer = "  java -jar loop-sentinel.jar detach 4711")
  static void detach(@Parameters(paramLabel = "PID", converter = JvmId.class) long pid)
      throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      jvm.sentinel().detach();
      System.out.println(pid + " is no longer guarded");
    }
  }
}
