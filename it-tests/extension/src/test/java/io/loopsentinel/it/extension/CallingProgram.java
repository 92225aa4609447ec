package io.loopsentinel.it.extension;

import java.io.IOException;
import java.util.List;

/** Calls a tool six times, each time with another argument, and prints what it gets. */
public final class CallingProgram {

  /** An argument: to end with its input only, also by an error. */
  static final String LINGERING = "lingering";

  private CallingProgram() {}

  static String dispatch(String tool, int page) {
    return "page " + page + " of " + tool;
  }

  /** Takes {@link #LINGERING} or no argument. */
  public static void main(String[] args) throws IOException {
    try {
      for (int page = 1; page <= 6; page++) {
        System.out.println(dispatch("read", page));
      }
    } finally {
      if (List.of(args).contains(LINGERING)) {
        System.in.readAllBytes();
      }
    }
  }
}
