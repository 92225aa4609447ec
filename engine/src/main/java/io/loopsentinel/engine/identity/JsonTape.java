package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where the values of a JSON text are.
 *
 * <p>The tape has a number for every value and for every member's name, in the order of the text.
 * Its lower half is the place of the first character. Its upper half is
 *
 * <ul>
 *   <li>the place after the last character, for whatever is its own canonical form, in ASCII, be it
 *       a name, a scalar or a container with all in it, of which then nothing else is noted;
 *   <li>the complement of that place, for any other name or scalar;
 *   <li>for any other container, the complement of twice the tape position after its last part,
 *       plus 1 if its members are not in the order of their names.
 * </ul>
 *
 * <p>So there is no tree, and any part can be skipped in one step. Values and names are referred to
 * by their tape positions. Reused from text to text; not thread-safe.
 */
final class JsonTape implements MemberNames {

  /** The key of a name that has none. */
  static final long NO_KEY = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final byte[] NOTHING = {};
  private static final int INITIAL = 256;

  /** The longest tape kept from one text to the next whatever they are: 64 KiB. */
  private static final int KEPT = 1 << 13;

  /** The longest tape kept for the next text of that size: 1 MiB. */
  private static final int KEPT_AWHILE = 1 << 17;

  /** How many texts in turn that need no long tape make it go. */
  private static final int SHORT_TEXTS = 256;

  /** The longest tape there is to be: two million values and names, 16 MiB. */
  private static final int MAX = 1 << 21;

  private String text = "";
  private byte[] bytes = NOTHING;
  private long[] tape = new long[INITIAL];
  private int size;

  /** How much of the tape was given back, since it was of a canonical container. */
  private int forgotten;

  private int shortTexts;

  /**
   * Begins with a text.
   *
   * @param newBytes the same as {@link TextBytes}, to be valid as long as the tape is read
   */
  void start(String newText, byte[] newBytes) {
    text = newText;
    bytes = newBytes;
    size = 0;
    forgotten = 0;
  }

  /** Lets go of the text, and of the tape if it is a long one. */
  void release() {
    text = "";
    bytes = NOTHING;
    if (tape.length > KEPT) {
      shortTexts = size + forgotten > KEPT ? 0 : shortTexts + 1;
      if (tape.length > KEPT_AWHILE || shortTexts == SHORT_TEXTS) {
        tape = new long[INITIAL];
        shortTexts = 0;
      }
    }
  }

  /**
   * Adds a name or a value that is no container, and returns its position.
   *
   * @param end the place after its last character, or the complement of that if it is not canonical
   */
  int add(int start, int end) {
    if (size == tape.length) {
      tape = Arrays.copyOf(tape, size * 2);
    }
    tape[size] = entry(start, end);
    return size++;
  }

  /**
   * Adds a container and returns its position.
   *
   * @param note a number that {@link #note} gives until the container is ended
   */
  int open(int start, int note) {
    return add(start, note);
  }

  int note(int container) {
    return upper(container);
  }

  /** Ends a container after its last part. */
  void close(int container, boolean sorted) {
    tape[container] = entry(start(container), ~(size << 1 | (sorted ? 0 : 1)));
  }

  /** Ends a container that is its own canonical form, and forgets its parts. */
  void closeCanonical(int container, int end) {
    tape[container] = entry(start(container), end);
    forgotten += size - (container + 1);
    size = container + 1;
  }

  static long entry(int start, int upper) {
    return (long) upper << Integer.SIZE | start;
  }

  private int upper(int part) {
    return (int) (tape[part] >> Integer.SIZE);
  }

  /** Returns the number of names and values that are noted. */
  int size() {
    return size;
  }

  /** Returns where names and values are noted. */
  long[] array() {
    return tape;
  }

  /** Returns how many there may be without another array. */
  int room() {
    return Math.min(tape.length, MAX - forgotten);
  }

  /** Tells how many names and values were noted in the array. */
  void setSize(int newSize) {
    size = newSize;
  }

  /** Tells whether the text has too many values, those that were forgotten included. */
  boolean isFull() {
    return size + forgotten >= MAX;
  }

  String text() {
    return text;
  }

  /** Returns the first character of a value, which tells its type. */
  char first(int value) {
    return (char) bytes[start(value)];
  }

  /** Returns the place of the first character. */
  int start(int value) {
    return (int) tape[value];
  }

  /** Returns the place after the last character of anything but a container with noted parts. */
  int end(int part) {
    int end = upper(part);
    return end >= 0 ? end : ~end;
  }

  /** Tells whether a name or value is its own canonical form, in ASCII. */
  boolean isCanonical(int part) {
    return tape[part] >= 0;
  }

  /** Tells whether the members of an object that is not canonical are in order, and different. */
  boolean isSorted(int object) {
    return (~upper(object) & 1) == 0;
  }

  /** Returns the tape position after a value with all its parts. */
  int after(int value) {
    int end = upper(value);
    if (end >= 0) {
      return value + 1;
    }
    char first = first(value);
    return first == '{' || first == '[' ? ~end >> 1 : value + 1;
  }

  /**
   * Returns a number that puts most names in order: the first eight characters, zeros after its
   * end. Of a name that is not canonical, {@link #NO_KEY}.
   */
  long nameKey(int name) {
    int end = upper(name);
    if (end < 0) {
      return NO_KEY;
    }
    int start = start(name) + 1;
    // Twice half of it, for a shift by 64 is none; without a branch, lengths being what they are.
    int half = Math.max(0, Long.BYTES - (end - 1 - start)) * (Byte.SIZE / 2);
    return (long) LONGS.get(bytes, start) & (-1L << half << half);
  }

  /**
   * Compares two names by UTF-16 code units.
   *
   * @param leftKey of the one, as {@link #nameKey} gives it
   * @param rightKey of the other
   */
  int compareNames(int left, long leftKey, int right, long rightKey) {
    // Two of those of ASCII are in the order of their keys, where these differ.
    return leftKey != rightKey && leftKey >= 0 && rightKey >= 0
        ? Long.compare(leftKey, rightKey)
        : compareNames(left, right);
  }

  private int compareNames(int left, int right) {
    int a = start(left) + 1;
    int b = start(right) + 1;
    int endA = end(left) - 1;
    int endB = end(right) - 1;
    if (isCanonical(left) && isCanonical(right)) {
      return Arrays.compare(bytes, a, endA, bytes, b, endB);
    }
    while (a < endA && b < endB) {
      int difference = JsonString.unit(text, a) - JsonString.unit(text, b);
      if (difference != 0) {
        return difference;
      }
      a = JsonString.next(text, a);
      b = JsonString.next(text, b);
    }
    return Boolean.compare(a < endA, b < endB);
  }

  @Override
  public boolean nameEquals(int member, String name) {
    int at = start(member) + 1;
    int end = end(member) - 1;
    for (int i = 0; i < name.length(); i++) {
      if (at >= end || JsonString.unit(text, at) != name.charAt(i)) {
        return false;
      }
      at = JsonString.next(text, at);
    }
    return at == end;
  }
}
