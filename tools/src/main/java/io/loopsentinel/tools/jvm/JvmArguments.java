package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.UsageException;
import java.io.InvalidObjectException;
import java.lang.reflect.UndeclaredThrowableException;
import javax.management.JMException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that all commands for one JVM have. Picocli sets the fields. */
final class JvmArguments {

  private static final String OTHER_VERSION =
      " is guarded by another version, which this command does not understand; run the"
          + " loop-sentinel.jar that guards it (";

  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = "A process id, or a part of the name that list shows.",
      converter = JvmId.class)
  long pid;

  @Option(names = "--json", description = "Prints the result as JSON.")
  boolean json;

  /** A question to the agent of a JVM, or a command for it. */
  interface Task<T> {

    T run(GuardedJvm jvm, SentinelMXBean agent) throws UsageException;
  }

  /** The JSON form of the result of a command that changes something. */
  private record Done(long pid, String done) {}

  /**
   * Runs a task.
   *
   * @throws UsageException if the JVM is not guarded, or refuses the task
   */
  <T> T ask(Task<T> task) throws UsageException {
    try (GuardedJvm jvm = GuardedJvm.connect(pid)) {
      return task.run(jvm, jvm.sentinel());
    } catch (IllegalArgumentException refused) {
      throw new UsageException(pid + " refuses: " + refused.getMessage(), LocalJvm.EXIT_REFUSED);
    } catch (UndeclaredThrowableException e) {
      // Other exceptions say that the JVM has ended; they are handled with those of all commands.
      if (e.getCause() instanceof JMException || e.getCause() instanceof InvalidObjectException) {
        throw new UsageException(
            pid + OTHER_VERSION + e.getCause().getMessage() + ")", LocalJvm.EXIT_REFUSED);
      }
      throw e;
    }
  }

  /** Runs a task that changes something, and prints its sentence. */
  void run(Task<String> task) throws UsageException {
    printDone(ask(task));
  }

  void printDone(String done) {
    print(new Done(pid, done), done);
  }

  void print(Object value, String text) {
    print(json, value, text);
  }

  /** Prints a value as JSON or as text, whose last line may end with a line feed. */
  static void print(boolean asJson, Object value, String text) {
    System.out.println(asJson ? ReportJson.text(value) : text.stripTrailing());
  }
}
