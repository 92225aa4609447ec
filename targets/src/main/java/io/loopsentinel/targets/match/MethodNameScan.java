package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Checks whether a class file may declare a method with one of some names and descriptors, or with
 * one of some annotations, by the texts of its constant pool (JVMS 4.4).
 *
 * <p>Runs for every class that the application loads, so it allocates only a flag for each text. A
 * positive answer may be wrong, because a text may have another use; a negative one is certain.
 */
final class MethodNameScan {

  private static final int COUNT_OFFSET = 8;
  private static final int FIRST_ENTRY_OFFSET = 10;

  /** Two texts for each hint: a name or an annotation, and a descriptor. */
  private final byte[][] texts;

  /** Whether a text is a prefix. */
  private final boolean[] prefixes;

  MethodNameScan(List<TargetHint> hints) {
    texts = new byte[2 * hints.size()][];
    prefixes = new boolean[texts.length];
    for (int i = 0; i < texts.length; i += 2) {
      TargetHint hint = hints.get(i / 2);
      texts[i] = hint.text().getBytes(StandardCharsets.UTF_8);
      prefixes[i] = hint.prefix();
      String descriptor = hint.descriptor();
      texts[i + 1] = descriptor.getBytes(StandardCharsets.UTF_8);
      // A descriptor without its return type is a prefix.
      prefixes[i + 1] = descriptor.isEmpty() || descriptor.endsWith(")");
    }
  }

  /** Returns whether both texts of a hint occur; throws if the bytes are no class file. */
  boolean occursIn(byte[] file) {
    boolean[] found = new boolean[texts.length];
    int count = u2(file, COUNT_OFFSET);
    int offset = FIRST_ENTRY_OFFSET;
    for (int entry = 1; entry < count; entry++) {
      int tag = file[offset];
      if (tag == 1) {
        int length = u2(file, offset + 1);
        for (int i = 0; i < found.length; i++) {
          found[i] = found[i] || isAt(i, file, offset + 3, length);
          if (found[i] && found[i ^ 1]) {
            return true;
          }
        }
        offset += 3 + length;
      } else {
        offset += size(tag);
        // Long and double constants take two entries.
        entry += tag == 5 || tag == 6 ? 1 : 0;
      }
    }
    return false;
  }

  private boolean isAt(int text, byte[] file, int start, int length) {
    byte[] bytes = texts[text];
    return (prefixes[text] ? bytes.length <= length : bytes.length == length)
        && Arrays.equals(file, start, start + bytes.length, bytes, 0, bytes.length);
  }

  /** Returns the size in bytes of an entry that is no text. */
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
