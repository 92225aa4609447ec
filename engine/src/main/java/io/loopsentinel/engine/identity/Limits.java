package io.loopsentinel.engine.identity;

/**
 * How far the walk over arguments goes, and what stands for the rest.
 *
 * <p>None of the marks is JSON, so no argument has one of them as its canonical form.
 */
final class Limits {

  /** Containers within containers, the outermost included. */
  static final int MAX_DEPTH = 64;

  /**
   * Bytes after which the walk over an object graph stops. Only a graph whose parts refer to each
   * other many times is so large; a text is always read whole.
   */
  static final long MAX_GRAPH_BYTES = 16L << 20;

  /** Objects in one call that are read field by field; the others count by their class. */
  static final int MAX_OBJECTS = 1 << 16;

  /** Members of maps, and elements of sets, that can wait to be sorted at one time. */
  static final int MAX_WAITING = 1 << 20;

  /** An object that is too deep or could not be read. */
  static final String SKIPPED_OBJECT = "{…}";

  /** An array that is too deep or could not be read. */
  static final String SKIPPED_ARRAY = "[…]";

  /** Further members or elements, which are too many or could not be read. */
  static final String MORE = "…";

  private Limits() {}
}
