package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks whether a class file may declare a method with one of some names and descriptors, or with
 * one of some annotations, by the texts of its constant pool (JVMS 4.4).
 *
 * <p>Runs for every class that the application loads. A positive answer may be wrong, because a
 * text may have another use; a negative one is certain.
 */
final class MethodNameScan {

  private static final int COUNT_OFFSET = 8;
  private static final int FIRST_ENTRY_OFFSET = 10;

  private final List<TargetHint> hints;

  /** Two texts for each hint: a name or an annotation, and a descriptor. */
  private final byte[][] texts;

  /** Whether a text is a prefix. */
  private final boolean[] prefixes;

  MethodNameScan(List<TargetHint> hints) {
    this.hints = hints;
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

  /** Returns the hints of which both texts occur; throws if the bytes are no class file. */
  List<TargetHint> occurringIn(byte[] file) {
    boolean[] found = new boolean[texts.length];
    int[] entries = entries(file);
    for (int entry = 1; entry < entries.length; entry++) {
      int offset = entries[entry];
      if (file[offset] == 1) {
        int length = u2(file, offset + 1);
        for (int i = 0; i < found.length; i++) {
          found[i] = found[i] || isAt(i, file, offset + 3, length);
        }
      }
    }
    List<TargetHint> occurring = List.of();
    for (int i = 0; i < found.length; i += 2) {
      if (found[i] && found[i + 1]) {
        occurring = occurring.isEmpty() ? new ArrayList<>() : occurring;
        occurring.add(hints.get(i / 2));
      }
    }
    return occurring;
  }

  /** Returns the offset of each entry; instead of entry 0, the offset of what follows the pool. */
  static int[] entries(byte[] file) {
    int[] offsets = new int[u2(file, COUNT_OFFSET)];
    int offset = FIRST_ENTRY_OFFSET;
    for (int entry = 1; entry < offsets.length; entry++) {
      offsets[entry] = offset;
      // Long and double constants take two entries.
      entry += file[offset] == 5 || file[offset] == 6 ? 1 : 0;
      offset += size(file, offset);
    }
    offsets[0] = offset;
    return offsets;
  }

  private boolean isAt(int text, byte[] file, int start, int length) {
    byte[] bytes = texts[text];
    return (prefixes[text] ? bytes.length <= length : bytes.length == length)
        && Arrays.equals(file, start, start + bytes.length, bytes, 0, bytes.length);
  }

  /** Returns the size of an entry in bytes. */
  private static int size(byte[] file, int offset) {
    int tag = file[offset];
    return switch (tag) {
      case 1 -> 3 + u2(file, offset + 1); // text
      case 7, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case 15 -> 4; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5; // int, float, members, name and type, dynamic
      case 5, 6 -> 9; // long, double
      default -> throw new IllegalArgumentException("constant pool tag " + tag);
    };
  }

  static int u2(byte[] file, int offset) {
    return ((file[offset] & 0xff) << 8) | (file[offset + 1] & 0xff);
  }
}
