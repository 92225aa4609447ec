package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells whether a class file can declare a method of one of some names and descriptors, or with one
 * of some annotations, by the texts in its constant pool (JVMS 4.4).
 *
 * <p>Every class that the application loads passes here, so nothing is allocated but a flag for
 * each text. A yes may be wrong (the texts may stand for something else), a no is right.
 */
final class MethodNameScan {

  private static final int COUNT = 8;
  private static final int FIRST = 10;

  private final List<byte[]> texts = new ArrayList<>();

  /** Whether longer texts that begin with one will do. */
  private final List<Boolean> prefixes = new ArrayList<>();

  /** For each hint, the indexes of its one or two texts. */
  private final int[][] hints;

  /** Creates a scan for the texts of some hints. */
  MethodNameScan(List<TargetHint> hints) {
    this.hints = new int[hints.size()][];
    for (int i = 0; i < this.hints.length; i++) {
      TargetHint hint = hints.get(i);
      int name = index(hint.text(), hint.prefix());
      String descriptor = hint.descriptor();
      // A descriptor without its result is continued by it.
      this.hints[i] =
          descriptor.isEmpty()
              ? new int[] {name}
              : new int[] {name, index(descriptor, descriptor.endsWith(")"))};
    }
  }

  /**
   * Whether the texts of one of the hints occur.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  boolean occursIn(byte[] file) {
    boolean[] found = new boolean[texts.size()];
    int count = u2(file, COUNT);
    int offset = FIRST;
    for (int entry = 1; entry < count; entry++) {
      int tag = file[offset];
      if (tag == 1) {
        int length = u2(file, offset + 1);
        if (note(file, offset + 3, length, found) && isFulfilled(found)) {
          return true;
        }
        offset += 3 + length;
      } else {
        offset += size(tag);
        // Long and double constants count twice.
        entry += tag == 5 || tag == 6 ? 1 : 0;
      }
    }
    return false;
  }

  /** Notes the texts that stand at an offset; returns whether there is one more. */
  private boolean note(byte[] file, int start, int length, boolean[] found) {
    boolean more = false;
    for (int i = 0; i < found.length; i++) {
      if (!found[i] && isAt(i, file, start, length)) {
        found[i] = true;
        more = true;
      }
    }
    return more;
  }

  private boolean isAt(int text, byte[] file, int start, int length) {
    byte[] bytes = texts.get(text);
    return (prefixes.get(text) ? bytes.length <= length : bytes.length == length)
        && Arrays.equals(file, start, start + bytes.length, bytes, 0, bytes.length);
  }

  private boolean isFulfilled(boolean[] found) {
    for (int[] each : hints) {
      if (found[each[0]] && found[each[each.length - 1]]) {
        return true;
      }
    }
    return false;
  }

  private int index(String text, boolean prefix) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < texts.size(); i++) {
      if (prefixes.get(i) == prefix && Arrays.equals(texts.get(i), bytes)) {
        return i;
      }
    }
    texts.add(bytes);
    prefixes.add(prefix);
    return texts.size() - 1;
  }

  /** Returns how many bytes an entry takes that is no text. */
  private static int size(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case 15 -> 4; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5; // int, float, members, name and type, dynamic
      case 5, 6 -> 9; // long, double
      default -> throw new IllegalArgumentException("constant pool tag " + tag);
    };
  }

  private static int u2(byte[] file, int offset) {
    return ((file[offset] & 0xff) << 8) | (file[offset + 1] & 0xff);
  }
}
