package io.loopsentinel.engine.identity;

/**
 * What is known so far of the innermost container that is open while a text is scanned.
 *
 * <p>Used for one container after the other; not thread-safe.
 */
final class OpenContainer {

  /** How many bits {@link #flags} has. */
  static final int FLAGS = 3;

  private static final int SORTED = 1;
  private static final int DENSE = 2;
  private static final int CANONICAL = 4;

  private static final int NONE = -1;

  private final JsonTape tape;
  private boolean canonical;
  private boolean dense;
  private boolean sorted;
  private int previousName;
  private long previousKey;

  OpenContainer(JsonTape tape) {
    this.tape = tape;
  }

  /**
   * Begins with a container.
   *
   * @param canBeCanonical false where it is not to be written as one piece in any case
   */
  void begin(boolean canBeCanonical) {
    canonical = canBeCanonical;
    dense = true;
    sorted = true;
    previousName = NONE;
  }

  /** Returns what {@link #goOn} needs to know. */
  int flags() {
    return (canonical ? CANONICAL : 0) | (dense ? DENSE : 0) | (sorted ? SORTED : 0);
  }

  /**
   * Goes on with a container after one that stands in it.
   *
   * @param name of the member that this is the value of, or what stands before an element
   */
  void goOn(int flags, boolean isObject, int name) {
    canonical = (flags & CANONICAL) != 0;
    dense = (flags & DENSE) != 0;
    sorted = (flags & SORTED) != 0;
    previousName = name;
    previousKey = sorted && isObject ? tape.nameKey(name) : JsonTape.NO_KEY;
  }

  /** Notes the next name. */
  void name(int name) {
    if (!sorted) {
      return;
    }
    long key = tape.nameKey(name);
    if (previousName != NONE) {
      sorted = tape.compareNames(previousName, previousKey, name, key) < 0;
    }
    previousName = name;
    previousKey = key;
  }

  /** Notes a part that is not in canonical form. */
  void notCanonical() {
    canonical = false;
  }

  /** Notes that something stands between parts, commas and colons. */
  void notDense() {
    dense = false;
  }

  /** Whether all parts have been in canonical form. */
  boolean isCanonical() {
    return canonical;
  }

  /** Whether nothing but parts, commas and colons has been in it. */
  boolean isDense() {
    return dense;
  }

  /** Whether the names have been in order, and different. */
  boolean isSorted() {
    return sorted;
  }
}
