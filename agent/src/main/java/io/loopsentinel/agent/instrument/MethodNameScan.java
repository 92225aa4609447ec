package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.Glob;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/**
 * Tells whether a class file can declare a method of one of some names, or with one of some
 * annotations, by the texts in its constant pool.
 *
 * <p>Every class that the application loads passes here, so it takes a microsecond or two and
 * allocates nothing. A yes may be wrong (the text may stand for something else), a no is right.
 */
final class MethodNameScan {

  /** Texts to look for; of a glob, what comes before its first wildcard. */
  private final byte[][] texts;

  private final boolean[] prefixes;

  MethodNameScan(Collection<Glob> names) {
    texts = new byte[names.size()][];
    prefixes = new boolean[names.size()];
    int i = 0;
    for (Glob name : names) {
      texts[i] = literalStart(name);
      prefixes[i] = !name.isExact();
      i++;
    }
  }

  /**
   * Whether one of the names occurs.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  boolean occursIn(byte[] file) {
    int count = ConstantPool.count(file);
    int offset = ConstantPool.FIRST;
    for (int index = 1; index < count; ) {
      if (ConstantPool.isText(file, offset) && isWanted(file, offset)) {
        return true;
      }
      index += ConstantPool.indexes(file, offset);
      offset += ConstantPool.length(file, offset);
    }
    return false;
  }

  private boolean isWanted(byte[] file, int offset) {
    int length = ConstantPool.u2(file, offset + 1);
    int start = offset + 3;
    for (int i = 0; i < texts.length; i++) {
      byte[] text = texts[i];
      boolean fits = prefixes[i] ? text.length <= length : text.length == length;
      if (fits && Arrays.equals(file, start, start + text.length, text, 0, text.length)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] literalStart(Glob glob) {
    int end = 0;
    while (end < glob.text().length() && "*?".indexOf(glob.text().charAt(end)) < 0) {
      end++;
    }
    return glob.text().substring(0, end).getBytes(StandardCharsets.UTF_8);
  }
}
