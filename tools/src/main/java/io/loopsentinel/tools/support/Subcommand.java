package io.loopsentinel.tools.support;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command of the command line; picocli fills in its options and calls it. */
public abstract class Subcommand implements Callable<Integer> {

  /** As for what could not be read. */
  private static final int OUT_OF_MEMORY = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = Integer.MAX_VALUE,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // Picocli acts on it.
  private boolean help;

  @Override
  public final Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      return run(out, err);
    } catch (UsageException e) {
      err.println(e.getMessage());
      return e.exitCode();
    } catch (OutOfMemoryError e) {
      err.println("Not enough memory for what is to be read; allow more: java -Xmx4g -jar ...");
      return OUT_OF_MEMORY;
    } finally {
      out.flush();
      err.flush();
    }
  }

  /**
   * Does what the command is for.
   *
   * @return the exit code
   * @throws UsageException if something that was given cannot be used
   */
  protected abstract int run(PrintWriter out, PrintWriter err) throws UsageException, IOException;
}
