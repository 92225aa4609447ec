package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Tells whether a class file can declare a method of one of some names, or with one of some
 * annotations, by the texts in its constant pool.
 *
 * <p>Every class that the application loads passes here, so it takes a microsecond or two and
 * allocates nothing. A yes may be wrong (the text may stand for something else), a no is right.
 */
final class MethodNameScan {

  private final byte[][] texts;
  private final boolean[] prefixes;

  /** Creates a scan for the texts of some hints. */
  MethodNameScan(List<TargetHint> hints) {
    texts = new byte[hints.size()][];
    prefixes = new boolean[hints.size()];
    int i = 0;
    for (TargetHint hint : hints) {
      texts[i] = hint.text().getBytes(StandardCharsets.UTF_8);
      prefixes[i] = hint.prefix();
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
}
