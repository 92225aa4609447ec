package io.loopsentinel.agent.instrument;

/**
 * Tells whether the stack of the current thread has room to load classes and to link expressions.
 *
 * <p>That takes much more than a guarded call, for which the hook looks. An overflow in the midst
 * of it would leave classes unusable. Stateless.
 */
final class StackSpace {

  /** Calls of {@link #use}: some 200 KB of compiled code, and more of interpreted code. */
  private static final int DEPTH = 2_048;

  private StackSpace() {}

  /**
   * Does nothing where there is room.
   *
   * @throws StackOverflowError if there is none
   */
  static void require() {
    if (use(DEPTH, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 0) {
      throw new StackOverflowError();
    }
  }

  /** Takes a frame of some 100 bytes or more: what does not fit into registers is on the stack. */
  private static long use(
      int depth,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l) {
    return depth == 0
        ? a + b + c + d + e + f + g + h + i + j + k + l
        : (use(depth - 1, b, c, d, e, f, g, h, i, j, k, l, a) ^ depth) | 1;
  }
}
