package io.loopsentinel.agent.fingerprint;

import java.util.Arrays;

/**
 * Where the values of a JSON text are.
 *
 * <p>The tape has two numbers for every value and for every member's name, in the order of the
 * text. The first is the place of its first character. The second is, for a container, the tape
 * position after its last part, and for anything else the place after its last character, as its
 * complement if its canonical form is not the very same characters. So there is no tree, and any
 * part can be skipped in one step. Values and names are referred to by their tape positions.
 *
 * <p>Reused from text to text; not thread-safe.
 */
final class JsonTape implements MemberNames {

  private static final int INITIAL = 512;

  /** The longest tape kept from one text to the next: 64 KiB. */
  private static final int KEPT = 1 << 14;

  /** The longest tape there is to be: two million values and names, 16 MiB. */
  private static final int MAX = 1 << 22;

  private String text = "";
  private int[] tape = new int[INITIAL];
  private int size;

  /** Begins with a text. */
  void start(String newText) {
    text = newText;
    size = 0;
  }

  /** Lets go of the text, and of the tape if it is a long one. */
  void release() {
    text = "";
    if (tape.length > KEPT) {
      tape = new int[INITIAL];
    }
  }

  /** Adds a name or a value that is no container. */
  void add(int start, int end, boolean canonical) {
    push(start, canonical ? end : ~end);
  }

  /**
   * Adds a container and returns its position.
   *
   * @param around the container in which it stands, as {@link #close} will return it
   */
  int open(int start, int around) {
    push(start, around);
    return size - 2;
  }

  /** Ends a container after its last part, and returns the one around it. */
  int close(int container) {
    int around = tape[container + 1];
    tape[container + 1] = size;
    return around;
  }

  private void push(int first, int second) {
    if (size == tape.length) {
      tape = Arrays.copyOf(tape, size * 2);
    }
    tape[size] = first;
    tape[size + 1] = second;
    size += 2;
  }

  boolean isFull() {
    return size >= MAX;
  }

  String text() {
    return text;
  }

  /** Returns the first character of a value, which tells its type. */
  char first(int value) {
    return text.charAt(tape[value]);
  }

  /** Returns the place of the first character. */
  int start(int value) {
    return tape[value];
  }

  /** Returns the place after the last character of a name or of a value that is no container. */
  int end(int scalar) {
    int end = tape[scalar + 1];
    return end >= 0 ? end : ~end;
  }

  /** Tells whether a name, or a value that is no container, is its own canonical form, in ASCII. */
  boolean isCanonical(int scalar) {
    return tape[scalar + 1] >= 0;
  }

  /** Returns the tape position after a value with all its parts. */
  int after(int value) {
    char first = first(value);
    return first == '{' || first == '[' ? tape[value + 1] : value + 2;
  }

  /** Compares two names by UTF-16 code units. */
  int compareNames(int left, int right) {
    int a = start(left) + 1;
    int b = start(right) + 1;
    int endA = end(left) - 1;
    int endB = end(right) - 1;
    if (isCanonical(left) && isCanonical(right)) {
      return compareCanonical(a, endA, b, endB);
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

  /** Compares names in which every character stands for itself. */
  private int compareCanonical(int startA, int endA, int startB, int endB) {
    String json = text;
    int common = Math.min(endA - startA, endB - startB);
    for (int i = 0; i < common; i++) {
      int difference = json.charAt(startA + i) - json.charAt(startB + i);
      if (difference != 0) {
        return difference;
      }
    }
    return (endA - startA) - (endB - startB);
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
