package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.telemetry.BackgroundOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** The standard error of the process. */
final class StandardError {

  private StandardError() {}

  /**
   * Opens it anew. {@link System#err} may be the application's by the time the agent writes, and
   * lead into its logging; the agent writes while classes are being loaded, where that could
   * deadlock.
   */
  static PrintStream open() {
    return new PrintStream(new BackgroundOutput(new FileOutputStream(FileDescriptor.err)), true);
  }
}
