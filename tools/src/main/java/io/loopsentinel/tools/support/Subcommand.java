package io.loopsentinel.tools.support;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command of the command line; picocli sets its options and calls it. */
public abstract class Subcommand implements Callable<Integer> {

  /** The same exit code as for unreadable input. */
  private static final int EXIT_OUT_OF_MEMORY = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = Integer.MAX_VALUE,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // Picocli reads it.
  private boolean help;

  @Override
  public final Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      return run(out, err);
    } catch (UsageException e) {
      return failed(e.getMessage(), e.exitCode());
    } catch (OutOfMemoryError e) {
      String message = "Not enough memory to read the input; allow more: java -Xmx4g -jar ...";
      return failed(message, EXIT_OUT_OF_MEMORY);
    } finally {
      out.flush();
      err.flush();
    }
  }

  private int failed(String message, int exitCode) {
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    return Failures.report(spec.commandLine(), arguments, message, exitCode);
  }

  /**
   * Runs the command.
   *
   * @throws UsageException if an argument cannot be used
   */
  protected abstract int run(PrintWriter out, PrintWriter err) throws UsageException, IOException;
}
