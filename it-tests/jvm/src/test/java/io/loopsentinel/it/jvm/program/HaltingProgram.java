package io.loopsentinel.it.jvm.program;

import java.io.File;
import java.util.Map;

/** Calls tools until a file has grown, and is gone without a word in the midst of it. */
public final class HaltingProgram {

  private HaltingProgram() {}

  /** Takes the file, and how many bytes it is to have. */
  public static void main(String[] args) {
    File file = new File(args[0]);
    long enough = Long.parseLong(args[1]);
    Dispatchers.Private dispatcher = new Dispatchers.Private();
    for (int i = 0; file.length() < enough; i++) {
      dispatcher.call("read", Map.of("page", i));
    }
    Runtime.getRuntime().halt(9);
  }
}
