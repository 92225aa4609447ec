package io.loopsentinel.engine.identity;

/**
 * How far arguments are read, so that a call costs no more than its arguments are worth, and what
 * stands for the rest. Arguments beyond a bound equal no others.
 *
 * <p>None of the marks is JSON, so no argument has one of them as its canonical form.
 */
final class Bounds {

  /** Containers within containers, the outermost included. */
  static final int DEPTH = 64;

  /** Characters of the canonical form. */
  static final int CHARACTERS = 8 << 20;

  /** Members and elements of all containers together. */
  static final int VALUES = 200_000;

  /** Objects that are read field by field; the others count by their class. */
  static final int OBJECTS = 1 << 16;

  /** Bits of a {@code BigInteger}: to write it in digits takes the square of its length. */
  static final int BITS = 1 << 14;

  /** An object that is too deep or could not be read. */
  static final String SKIPPED_OBJECT = "{…}";

  /** An array that is too deep or could not be read. */
  static final String SKIPPED_ARRAY = "[…]";

  /** Further members or elements, which are too many or could not be read. */
  static final String MORE = "…";

  private Bounds() {}
}
