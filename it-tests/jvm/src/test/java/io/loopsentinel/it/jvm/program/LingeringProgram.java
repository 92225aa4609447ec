package io.loopsentinel.it.jvm.program;

import java.io.IOException;

/** Makes the same call four times, and ends with its input. */
public final class LingeringProgram {

  private LingeringProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    LoopingProgram.main(new String[] {"Private", "4"});
    while (System.in.read() >= 0) {
      // Whatever is written, only the end of the input counts.
    }
  }
}
