package io.loopsentinel.it.jvm.program;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Ends up in a loop, and waits until its own logger has told of it: one that is still at work when
 * the JVM ends may not come to that.
 */
public final class LoggingProgram {

  private LoggingProgram() {}

  /** Takes what the logger is to write, and then what {@link LoopingProgram} takes. */
  public static void main(String[] args) throws InterruptedException {
    PrintStream standardError = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Object changed = new Object();
    System.setErr(
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int octet) {
                synchronized (changed) {
                  written.write(octet);
                  standardError.write(octet);
                  changed.notifyAll();
                }
              }
            },
            true,
            StandardCharsets.UTF_8));
    LoopingProgram.main(new String[] {args[1], args[2]});
    synchronized (changed) {
      // The test kills a program that waits in vain.
      while (!written.toString(StandardCharsets.UTF_8).contains(args[0] + System.lineSeparator())) {
        changed.wait();
      }
    }
  }
}
