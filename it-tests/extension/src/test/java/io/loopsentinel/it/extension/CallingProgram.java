package io.loopsentinel.it.extension;

/** Calls a tool six times, each time with another argument, and prints what it gets. */
public final class CallingProgram {

  private CallingProgram() {}

  static String dispatch(String tool, int page) {
    return "page " + page + " of " + tool;
  }

  /** Takes no arguments. */
  public static void main(String[] args) {
    for (int page = 1; page <= 6; page++) {
      System.out.println(dispatch("read", page));
    }
  }
}
