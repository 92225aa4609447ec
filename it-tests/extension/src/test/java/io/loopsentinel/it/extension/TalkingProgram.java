package io.loopsentinel.it.extension;

/** Asks a model, which greets and then says much the same six times, and prints what it says. */
public final class TalkingProgram {

  private TalkingProgram() {}

  static String ask(String separator, int time) {
    return time == 0
        ? "welcome"
        : String.join(
            separator, "we", "look", "for", "the", "same", "order", "time", "x".repeat(time));
  }

  /** Takes what stands between the words of the model. */
  public static void main(String[] args) {
    for (int time = 0; time <= 6; time++) {
      System.out.println(ask(args[0], time));
    }
  }
}
