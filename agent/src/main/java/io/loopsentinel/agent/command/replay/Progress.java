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
  private final boolean visible;
  private final long bytes;
  private long read;
  private long runs;
  private long shown = System.nanoTime();
  private boolean dirty;

  /**
   * Creates a display.
   *
   * @param visible whether anything is shown
   * @param bytes how many bytes there are to be read
   */
  Progress(PrintWriter out, boolean visible, long bytes) {
    this.out = out;
    this.visible = visible;
    this.bytes = bytes;
  }

  /** Whether a person looks at what is written; since JDK 22 a console alone does not say so. */
  @SuppressWarnings("SystemConsoleNull") // It is null up to JDK 21, and from 22 on is asked itself.
  static boolean hasTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  void bytesRead(long count) {
    read += count;
  }

  void runPlayed() {
    runs++;
    long now = System.nanoTime();
    if (visible && now - shown >= INTERVAL) {
      shown = now;
      dirty = true;
      out.print(ERASE + runs + " runs, " + 100 * Math.min(read, bytes) / Math.max(1, bytes) + " %");
      out.flush();
    }
  }

  /** Makes room for other lines; shows again with the next run. */
  void clear() {
    if (dirty) {
      dirty = false;
      out.print(ERASE);
      out.flush();
    }
  }
}
