package io.loopsentinel.engine.identity;

/**
 * How far arguments are read, so that a call costs no more than its arguments are worth. Arguments
 * beyond a bound equal no others.
 */
final class Bounds {

  /** Containers within containers, the outermost included. */
  static final int DEPTH = 64;

  /** Characters of the canonical form. */
  static final int CHARACTERS = 8 << 20;

  /** Members and elements of all containers together. */
  static final int VALUES = 200_000;

  /** Digits of a number in JSON text, about as many as a {@code BigInteger} may have. */
  static final int DIGITS = 5_000;

  /** Bits of a {@code BigInteger}: to write it in digits takes the square of its length. */
  static final int BITS = 1 << 14;

  private Bounds() {}
}
