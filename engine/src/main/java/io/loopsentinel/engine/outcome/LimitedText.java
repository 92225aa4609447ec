package io.loopsentinel.engine.outcome;

/**
 * A line that can be read only so many times.
 *
 * <p>{@code java.util.regex} has no limit of its own, and a pattern that a user wrote may take
 * exponential time. Every step of it reads a character, so here it ends.
 */
final class LimitedText implements CharSequence {

  private static final int READS = 10_000;
  private static final int READS_PER_CHAR = 64;

  private final String text;
  private long left;

  LimitedText(String text) {
    this.text = text;
    this.left = READS + (long) READS_PER_CHAR * text.length();
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      throw new LimitReached();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }

  /** The pattern has read more than its share; without a stack, since it is caught at once. */
  static final class LimitReached extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LimitReached() {
      super("the pattern takes too long", null, false, false);
    }
  }
}
