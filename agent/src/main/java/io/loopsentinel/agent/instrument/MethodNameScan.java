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
 * <p>Every class that the application loads passes here, so it allocates nothing, and lengths and
 * first bytes turn away nearly all texts: that is what brings it to a microsecond, and leaves the
 * JIT compiler little to do. A yes may be wrong (the texts may stand for something else), a no is
 * right.
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

  /**
   * For each length, up to one that is longer than all texts and stands for whatever is longer
   * still, the texts that can be there: whole ones of that length, beginnings of that or less.
   */
  private final int[][] byLength;

  /** For each of these lengths, bit n is set where n is the end of such a text's first byte. */
  private final long[] firstBytes;

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
    for (int text = 0; text < wanted.length; text++) {
      isPrefix[text] = prefixes.get(text);
      longest = Math.max(longest, wanted[text].length);
    }
    byLength = new int[longest + 2][];
    firstBytes = new long[longest + 2];
    for (int length = 1; length < byLength.length; length++) {
      byLength[length] = ofLength(length);
      for (int text : byLength[length]) {
        firstBytes[length] |= wanted[text].length == 0 ? -1 : 1L << wanted[text][0];
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
    int longest = firstBytes.length - 1;
    long found = 0;
    for (int index = 1; index < count; ) {
      if (ConstantPool.isText(file, offset)) {
        int length = ConstantPool.u2(file, offset + 1);
        int known = Math.min(length, longest);
        // Java shifts by the last six bits of the byte.
        if ((firstBytes[known] >>> file[offset + 3] & 1) != 0) {
          long more = found | bits(file, offset + 3, byLength[known]);
          if (more != found && isFulfilled(more)) {
            return true;
          }
          found = more;
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

  private long bits(byte[] file, int start, int[] candidates) {
    long bits = 0;
    for (int text : candidates) {
      if (isAt(file, start, wanted[text])) {
        bits |= 1L << Math.min(text, LAST_BIT);
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

  private int[] ofLength(int length) {
    int[] found = new int[wanted.length];
    int size = 0;
    for (int text = 0; text < wanted.length; text++) {
      int own = wanted[text].length;
      if (isPrefix[text] ? own <= length : own == length) {
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
