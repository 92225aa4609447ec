package io.loopsentinel.engine.detect;

/** Words numbers and comparisons. Stateless. */
final class Wording {

  private Wording() {}

  /** Returns {@code once}, or {@code 3 times}. */
  static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /** Returns {@code 1 call}, or {@code 3 calls}. */
  static String number(String number, String noun) {
    return number + " " + (number.equals("1") ? noun : noun + "s");
  }

  /**
   * Says how the results of repetitions compare.
   *
   * @param equalInARow how many of the latest brought nothing new
   * @param all how many repetitions there are
   */
  static String comparison(ResultMatch match, int equalInARow, int all) {
    String when = equalInARow >= all ? "each time" : last(equalInARow);
    return switch (match) {
      case EQUAL -> " and gave the same result " + when;
      case EQUAL_NORMALISED -> " and gave the same result " + when + ", apart from times and ids";
      case NOTHING_NEW -> " and showed nothing new " + when;
      case CHANGING -> ", with changing results";
      case UNSEEN, NOT_COMPARED -> "";
    };
  }

  private static String last(int count) {
    return count == 1 ? "the last time" : "the last " + count + " times";
  }
}
