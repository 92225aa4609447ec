package io.loopsentinel.it.extension;

/** Asks a model six times, which says much the same each time, and prints what it says. */
public final class TalkingProgram {

  private TalkingProgram() {}

  static String ask(String separator, int time) {
    return String.join(
        separator, "we", "look", "for", "the", "same", "order", "time", "x".repeat(time));
  }

  /** Takes what stands between the words of the model. */
  public static void main(String[] args) {
    for (int time = 1; time <= 6; time++) {
      System.out.println(ask(args[0], time));
    }
  }
}
