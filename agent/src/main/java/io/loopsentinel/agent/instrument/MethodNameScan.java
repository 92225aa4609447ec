package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells whether a class file can declare a method of one of some names and descriptors, or with one
 * of some annotations, by the texts in its constant pool.
 *
 * <p>Every class that the application loads passes here, so it allocates nothing, and compares
 * nothing whose length no text has: that is what brings it to a microsecond. A yes may be wrong
 * (the texts may stand for something else), a no is right.
 *
 * <p>Each text has a bit, and a hint is fulfilled when the bits of its one or two texts are set.
 * Texts beyond the 63rd share the last bit, which makes for more wrong answers of yes.
 */
final class MethodNameScan {

  private static final int LAST_BIT = 63;

  private final List<byte[]> texts = new ArrayList<>();
  private final List<Boolean> prefixes = new ArrayList<>();

  /** The texts as arrays, which are quicker to read. */
  private final byte[][] wanted;

  private final boolean[] isPrefix;

  /** For each hint, the bits of its texts. */
  private final long[] fulfilled;

  /** For each first byte of a text, which texts begin with it. */
  private final int[][] byFirstByte = new int[1 << Byte.SIZE][];

  /** Which lengths occur among the texts that have to be matched whole, up to the longest. */
  private final boolean[] lengths;

  /** The length of the shortest text of which longer ones may be continuations. */
  private final int shortestPrefix;

  /** Creates a scan for the texts of some hints. */
  MethodNameScan(List<TargetHint> hints) {
    fulfilled = new long[hints.size()];
    int i = 0;
    for (TargetHint hint : hints) {
      long bits = bit(hint.text(), hint.prefix());
      if (!hint.descriptor().isEmpty()) {
        // A descriptor without its result is continued by it.
        bits |= bit(hint.descriptor(), hint.descriptor().endsWith(")"));
      }
      fulfilled[i++] = bits;
    }
    wanted = texts.toArray(new byte[0][]);
    isPrefix = new boolean[wanted.length];
    int longest = 0;
    int shortest = Integer.MAX_VALUE;
    for (int text = 0; text < wanted.length; text++) {
      isPrefix[text] = prefixes.get(text);
      if (isPrefix[text]) {
        shortest = Math.min(shortest, wanted[text].length);
      } else {
        longest = Math.max(longest, wanted[text].length);
      }
    }
    shortestPrefix = shortest;
    for (int first = 0; first < byFirstByte.length; first++) {
      byFirstByte[first] = beginningWith((byte) first);
    }
    lengths = new boolean[longest + 1];
    for (int text = 0; text < wanted.length; text++) {
      if (!isPrefix[text]) {
        lengths[wanted[text].length] = true;
      }
    }
  }

  /**
   * Whether the texts of one of the hints occur.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  boolean occursIn(byte[] file) {
    int count = ConstantPool.count(file);
    int offset = ConstantPool.FIRST;
    long found = 0;
    for (int index = 1; index < count; ) {
      if (ConstantPool.isText(file, offset)) {
        int length = ConstantPool.u2(file, offset + 1);
        if (length >= shortestPrefix || (length < lengths.length && lengths[length])) {
          long more = found | bits(file, offset + 3, length);
          if (more != found) {
            found = more;
            if (isFulfilled(found)) {
              return true;
            }
          }
        }
        index++;
        offset += 3 + length;
      } else {
        index += ConstantPool.indexes(file, offset);
        offset += ConstantPool.length(file, offset);
      }
    }
    return false;
  }

  private long bits(byte[] file, int start, int length) {
    if (length == 0) {
      return 0;
    }
    long bits = 0;
    for (int candidate : byFirstByte[file[start] & 0xff]) {
      byte[] text = wanted[candidate];
      boolean fits = isPrefix[candidate] ? text.length <= length : text.length == length;
      if (fits && isAt(file, start, text)) {
        bits |= 1L << Math.min(candidate, LAST_BIT);
      }
    }
    return bits;
  }

  /** Most descriptors begin alike, so the end and the middle tell sooner than the beginning. */
  private static boolean isAt(byte[] file, int start, byte[] text) {
    int last = text.length - 1;
    return last < 0
        || (file[start + last] == text[last]
            && file[start + last / 2] == text[last / 2]
            && Arrays.equals(file, start, start + text.length, text, 0, text.length));
  }

  private int[] beginningWith(byte first) {
    int[] found = new int[wanted.length];
    int size = 0;
    for (int text = 0; text < wanted.length; text++) {
      if (wanted[text].length == 0 || wanted[text][0] == first) {
        found[size++] = text;
      }
    }
    return Arrays.copyOf(found, size);
  }

  private boolean isFulfilled(long found) {
    for (long each : fulfilled) {
      if ((each & found) == each) {
        return true;
      }
    }
    return false;
  }

  private long bit(String text, boolean prefix) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < texts.size(); i++) {
      if (prefixes.get(i) == prefix && Arrays.equals(texts.get(i), bytes)) {
        return 1L << Math.min(i, LAST_BIT);
      }
    }
    texts.add(bytes);
    prefixes.add(prefix);
    return 1L << Math.min(texts.size() - 1, LAST_BIT);
  }
}
