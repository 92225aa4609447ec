package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.UsageException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for the sessions of a running JVM; picocli calls the methods. */
final class SessionCommands {

  private static final int MAX_SESSIONS = 1_000;
  private static final long MILLIS = 1_000;

  /** Moves to the upper left corner, and clears the screen. */
  private static final String CLEAR = "\033[H\033[2J";

  private SessionCommands() {}

  @Command(
      name = "sessions",
      mixinStandardHelpOptions = true,
      description = "Lists the conversations that a guarded JVM remembers, the latest first.",
      footer = "  java -jar loop-sentinel.jar sessions 4711 --all")
  static int sessions(
      @Mixin JvmArguments jvm,
      @Option(names = "--all", description = "Lists those of all JVMs that share its store.")
          boolean all)
      throws UsageException {
    if (all) {
      return jvm.ask((guarded, agent) -> printAll(jvm, guarded, agent));
    }
    print(jvm, jvm.ask((guarded, agent) -> SessionTable.rows(agent.listSessions())));
    return 0;
  }

  private static void print(JvmArguments jvm, List<SessionTable.Row> rows) {
    jvm.print(rows, SessionTable.text(rows));
  }

  /** Returns the exit code. If the store fails, the sessions of this JVM are the result. */
  private static int printAll(JvmArguments jvm, GuardedJvm guarded, SentinelMXBean agent)
      throws UsageException {
    SharedSessions found = agent.listSharedSessions(MAX_SESSIONS);
    if (found.getPod().isEmpty()) {
      throw guarded.refusal("shares no sessions: " + found.getProblem());
    }
    print(jvm, SessionTable.rows(found.getSessions()));
    if (found.getProblem().isEmpty()) {
      return 0;
    }
    UsageException refusal = guarded.refusal("lists its own sessions only: " + found.getProblem());
    System.err.println(refusal.getMessage());
    return refusal.exitCode();
  }

  @Command(
      name = "top",
      mixinStandardHelpOptions = true,
      description = "Shows the conversations of a guarded JVM again and again, until Ctrl-C.",
      footer = "  java -jar loop-sentinel.jar top 4711 --interval 5")
  static void top(
      @Mixin JvmArguments jvm,
      @Option(
              names = "--interval",
              paramLabel = "SECONDS",
              defaultValue = "2",
              description = "The time between two tables; 2 by default.")
          int interval,
      @Option(
              names = "--count",
              paramLabel = "N",
              defaultValue = "0",
              description = "The number of tables; without end by default.")
          int count)
      throws UsageException {
    if (interval < 1) {
      throw new UsageException("--interval: expected a number of seconds from 1 up");
    }
    boolean unused =
        jvm.ask(
            (guarded, agent) -> {
              for (int i = 1; i < count || count == 0; i++) {
                printTop(jvm, agent);
                sleep(interval);
              }
              printTop(jvm, agent);
              return true;
            });
  }

  private static void printTop(JvmArguments jvm, SentinelMXBean agent) {
    List<SessionTable.Row> rows = SessionTable.rows(agent.listSessions());
    String clear = Ansi.AUTO.enabled() ? CLEAR : "";
    String head =
        "%s, mode %s: %s, %s stopped; %s questions wait"
            .formatted(
                jvm.pid,
                agent.getMode(),
                Numbers.of(agent.getCallsSeen(), "call"),
                Numbers.count(agent.getCallsStopped()),
                agent.listQuestions().size());
    jvm.print(rows, clear + head + "\n\n" + SessionTable.text(rows));
    if (!jvm.json) {
      System.out.println();
    }
  }

  private static void sleep(int seconds) throws UsageException {
    try {
      Thread.sleep(seconds * MILLIS);
    } catch (InterruptedException e) {
      throw new UsageException("interrupted", LocalJvm.EXIT_REFUSED);
    }
  }

  @Command(
      name = "end",
      mixinStandardHelpOptions = true,
      description =
          "Ends a session: its calls and turns fail until it is reset or a new run begins.",
      footer = "  java -jar loop-sentinel.jar end 4711 conversation-17")
  static void end(
      @Mixin JvmArguments jvm, @Parameters(index = "1", paramLabel = "SESSION") String session)
      throws UsageException {
    jvm.run(
        (guarded, agent) ->
            known(
                agent.end(session),
                guarded,
                session,
                "is ended; its calls and turns fail until it is reset or a new run of it begins"));
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      description = "Clears the history of a session, and reopens it if it was ended.",
      footer = "  java -jar loop-sentinel.jar reset 4711 conversation-17")
  static void reset(
      @Mixin JvmArguments jvm, @Parameters(index = "1", paramLabel = "SESSION") String session)
      throws UsageException {
    jvm.run((guarded, agent) -> known(agent.reset(session), guarded, session, "is reset"));
  }

  @Command(
      name = "tell",
      mixinStandardHelpOptions = true,
      description = "Sends a text to the model of a session, with its next result or request.",
      footer = "  java -jar loop-sentinel.jar tell 4711 conversation-17 \"Cancelled.\"")
  static void tell(
      @Mixin JvmArguments jvm,
      @Parameters(index = "1", paramLabel = "SESSION") String session,
      @Parameters(index = "2", paramLabel = "TEXT", description = "at most 500 characters")
          String text,
      @Option(
              names = "--next-run",
              description =
                  "in the next run of the session, or of a label given as SESSION: user=maria")
          boolean nextRun)
      throws UsageException {
    jvm.run(
        (guarded, agent) -> {
          if (nextRun) {
            agent.tellNextRun(session, text);
            return "the next run of " + session + " gets the text";
          }
          return known(
              agent.tell(session, text),
              guarded,
              session,
              "gets the text with its next result or request");
        });
  }

  private static String known(boolean known, GuardedJvm jvm, String session, String done)
      throws UsageException {
    if (!known) {
      throw jvm.refusal("has no session " + session + "; the command sessions lists them");
    }
    return "session " + session + " " + done;
  }
}
