package io.loopsentinel.engine.response;

/** Words numbers, so that one thing is not told as several. Stateless. */
final class Numbers {

  private Numbers() {}

  /** Returns {@code once}, or {@code 3 times}. */
  static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /** Returns {@code 1 call}, or {@code 3 calls}. */
  static String of(String number, String noun) {
    return number + " " + (number.equals("1") ? noun : noun + "s");
  }

  /** Returns the form of {@code have} that goes with a number of things. */
  static String have(String number) {
    return number.equals("1") ? "has" : "have";
  }

  /** Returns the form of {@code be} that goes with a number of things. */
  static String are(String number) {
    return number.equals("1") ? "is" : "are";
  }
}
