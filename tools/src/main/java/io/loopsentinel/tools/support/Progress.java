package io.loopsentinel.tools.support;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** Says on a terminal, on a line of its own, how far a command has come; elsewhere it is silent. */
public final class Progress {

  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);
  private static final String ERASE = "\r\033[K";

  private final PrintWriter out;
  private final boolean visible = Ansi.AUTO.enabled();
  private long shown = System.nanoTime();

  /** Creates a progress that shows nothing yet. */
  public Progress(PrintWriter out) {
    this.out = out;
  }

  /** Shows a line in the place of the one before, unless that was shown just now. */
  public void show(String line) {
    long now = System.nanoTime();
    if (visible && now - shown >= INTERVAL) {
      shown = now;
      out.print(ERASE + line);
      out.flush();
    }
  }

  /** Removes the line, which makes room for others. */
  public void clear() {
    if (visible) {
      out.print(ERASE);
      out.flush();
    }
  }
}
