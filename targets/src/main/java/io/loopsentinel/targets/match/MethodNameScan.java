package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
  private static final int TEXT = 1;
  private static final int TEXT_OFFSET = 3;

  private final List<Group> groups = new ArrayList<>();

  /** The groups by the first byte of their texts, so that one pass over a file looks for all. */
  private final List<List<Group>> byFirstByte = new ArrayList<>();

  /** Hints with the same name or annotation. */
  private static final class Group {
    final byte[] text;
    final boolean prefix;
    final List<TargetHint> hints = new ArrayList<>();

    Group(TargetHint hint) {
      text = bytes(hint.text());
      prefix = hint.prefix();
    }
  }

  MethodNameScan(List<TargetHint> hints) {
    for (int first = 0; first < 256; first++) {
      byFirstByte.add(new ArrayList<>(0));
    }
    for (TargetHint hint : hints) {
      groupOf(hint).add(hint);
    }
  }

  private List<TargetHint> groupOf(TargetHint hint) {
    for (Group group : groups) {
      if (group.prefix == hint.prefix() && group.hints.get(0).text().equals(hint.text())) {
        return group.hints;
      }
    }
    Group created = new Group(hint);
    groups.add(created);
    if (created.text.length > 0) {
      byFirstByte.get(created.text[0] & 0xff).add(created);
    }
    return created.hints;
  }

  /** Returns the hints whose texts both occur; throws if the bytes are no class file. */
  List<TargetHint> occurringIn(byte[] file) {
    int[] entries = entries(file);
    Set<Group> found = occurringGroups(file, entries);
    List<TargetHint> occurring = new ArrayList<>();
    for (Group group : groups) {
      if (group.text.length == 0 || found.contains(group)) {
        for (TargetHint hint : group.hints) {
          String descriptor = hint.descriptor();
          // A descriptor without its return type is a prefix.
          if (descriptor.isEmpty()
              || occurs(bytes(descriptor), descriptor.endsWith(")"), file, entries)) {
            occurring.add(hint);
          }
        }
      }
    }
    return occurring;
  }

  private Set<Group> occurringGroups(byte[] file, int[] entries) {
    Set<Group> found = new HashSet<>();
    for (int entry = 1; entry < entries.length; entry++) {
      int offset = entries[entry];
      if (file[offset] == TEXT) {
        List<Group> candidates = byFirstByte.get(file[offset + TEXT_OFFSET] & 0xff);
        for (int i = 0; i < candidates.size(); i++) {
          Group group = candidates.get(i);
          if (isText(group.text, group.prefix, file, offset)) {
            found.add(group);
          }
        }
      }
    }
    return found;
  }

  private static boolean occurs(byte[] text, boolean prefix, byte[] file, int[] entries) {
    for (int entry = 1; entry < entries.length; entry++) {
      if (file[entries[entry]] == TEXT && isText(text, prefix, file, entries[entry])) {
        return true;
      }
    }
    return false;
  }

  private static boolean isText(byte[] text, boolean prefix, byte[] file, int offset) {
    int length = u2(file, offset + 1);
    int start = offset + TEXT_OFFSET;
    return (prefix ? text.length <= length : text.length == length)
        && Arrays.equals(file, start, start + text.length, text, 0, text.length);
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static int u2(byte[] file, int offset) {
    return ((file[offset] & 0xff) << 8) | (file[offset + 1] & 0xff);
  }
}
