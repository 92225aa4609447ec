package io.loopsentinel.agent.command.replay;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/**
 * Says on a terminal how far a long replay has come; elsewhere it is silent.
 *
 * <p>It writes over its own line, and removes it in the end.
 */
final class Progress {

  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);
  private static final String ERASE = "\r\033[K";

  private final PrintWriter out;
  private final boolean visible = hasTerminal();
  private long shown = System.nanoTime();
  private boolean dirty;

  Progress(PrintWriter out) {
    this.out = out;
  }

  /** Whether a person looks at what is written; since JDK 22 a console alone does not say so. */
  @SuppressWarnings("SystemConsoleNull") // It is null up to JDK 21, and from 22 on is asked itself.
  private static boolean hasTerminal() {
    Console console = System.console();
    try {
      return console != null && (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Shows a line, unless it showed another one just now. */
  void show(String line) {
    long now = System.nanoTime();
    if (visible && now - shown >= INTERVAL) {
      shown = now;
      dirty = true;
      out.print(ERASE + line);
      out.flush();
    }
  }

  /** Makes room for other lines. */
  void clear() {
    if (dirty) {
      dirty = false;
      out.print(ERASE);
      out.flush();
    }
  }
}
