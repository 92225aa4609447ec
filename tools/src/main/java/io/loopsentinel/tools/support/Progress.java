package io.loopsentinel.tools.support;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** A line on a terminal that shows the progress of a command; silent without a terminal. */
public final class Progress {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final String ERASE = "\r\033[K";

  private final PrintWriter out;
  private final boolean visible = Ansi.AUTO.enabled();
  private long lastShown = System.nanoTime();

  public Progress(PrintWriter out) {
    this.out = out;
  }

  /** Replaces the shown line, unless that was replaced very recently. */
  public void show(String line) {
    long now = System.nanoTime();
    if (visible && now - lastShown >= INTERVAL_NANOS) {
      lastShown = now;
      out.print(ERASE + line);
      out.flush();
    }
  }

  /** Removes the line, so that other output can be written. */
  public void clear() {
    if (visible) {
      out.print(ERASE);
      out.flush();
    }
  }
}
