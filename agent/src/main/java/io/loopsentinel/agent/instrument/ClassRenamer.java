package io.loopsentinel.agent.instrument;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Gives a class another name wherever a class file names it.
 *
 * <p>Class files name classes in the texts of their constant pool only, by themselves or inside
 * descriptors and signatures; texts have no fixed length and nothing points into them. So it is
 * enough to replace them there.
 */
final class ClassRenamer {

  private final String from;
  private final String to;

  /**
   * Creates a renamer.
   *
   * @param from an internal name ({@code a/b/C}), ASCII
   * @param to another
   */
  ClassRenamer(String from, String to) {
    this.from = from;
    this.to = to;
  }

  /** Returns a copy of a class file in which the class has its new name. */
  byte[] rename(byte[] file) {
    ByteArrayOutputStream renamed = new ByteArrayOutputStream(file.length + 64);
    renamed.write(file, 0, ConstantPool.FIRST);
    int count = ConstantPool.count(file);
    int offset = ConstantPool.FIRST;
    for (int index = 1; index < count; ) {
      int length = ConstantPool.length(file, offset);
      if (ConstantPool.isText(file, offset)) {
        copyText(file, offset, length, renamed);
      } else {
        renamed.write(file, offset, length);
      }
      index += ConstantPool.indexes(file, offset);
      offset += length;
    }
    renamed.write(file, offset, file.length - offset);
    return renamed.toByteArray();
  }

  private void copyText(byte[] file, int offset, int length, ByteArrayOutputStream renamed) {
    // Latin-1 maps each byte to one character and back, so that other texts survive as they are.
    String text = new String(file, offset + 3, length - 3, StandardCharsets.ISO_8859_1);
    String replaced = text.equals(from) ? to : text.replace("L" + from + ";", "L" + to + ";");
    try {
      DataOutputStream out = new DataOutputStream(renamed);
      out.writeByte(file[offset]);
      out.writeShort(replaced.length());
      out.write(replaced.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }
}
