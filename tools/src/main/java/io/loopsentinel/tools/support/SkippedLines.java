package io.loopsentinel.tools.support;

import java.io.File;
import java.io.PrintWriter;

/** Reports the skipped lines of a file. A file in another format has no readable line. */
public final class SkippedLines {

  private static final int MAX_REPORTED = 10;

  private final File file;
  private final PrintWriter err;
  private long count;

  /** Creates an instance without skipped lines, which reports to {@code err}. */
  public SkippedLines(File file, PrintWriter err) {
    this.file = file;
    this.err = err;
  }

  /** Reports a line, unless there were many before it. */
  public void add(long number, String reason) {
    if (++count <= MAX_REPORTED) {
      err.println(file + ":" + number + ": skipped: " + reason);
    }
  }

  /** Reports the number of lines that were not reported one by one, and returns that of all. */
  public long finish() {
    if (count > MAX_REPORTED) {
      err.println(file + ": skipped " + (count - MAX_REPORTED) + " more lines like these");
    }
    return count;
  }
}
