package io.loopsentinel.agent.instrument;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Where the parts of a class file lie (JVMS 4.1).
 *
 * <p>Offsets are into the file. Nothing is looked into but the constant pool, so class files of
 * later Java versions are read, too.
 */
final class ClassLayout {

  /** Written by the JDK where bytes are no UTF-8. */
  private static final char MALFORMED = '\ufffd';

  private static final int NONE = -1;

  private final byte[] file;

  /** Offset of each constant pool entry, by its index. */
  private final int[] constants;

  private final int access;
  private final int fields;

  /**
   * Reads a class file.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  ClassLayout(byte[] file) {
    this.file = file;
    this.constants = new int[ConstantPool.count(file)];
    this.access = readConstants();
    this.fields = access + 8 + 2 * u2(access + 6);
  }

  /** Returns the offset of the access flags, behind the constant pool. */
  int access() {
    return access;
  }

  /** Returns the offset of the number of fields. */
  int fields() {
    return fields;
  }

  /** Returns the offset of the number of methods. */
  int methods() {
    return afterMembers(fields);
  }

  /** Returns the offset behind fields or methods, whose number stands at an offset. */
  int afterMembers(int number) {
    int offset = number + 2;
    for (int left = u2(number); left > 0; left--) {
      offset = afterMember(offset);
    }
    return offset;
  }

  /** Returns the offset behind the field or method at an offset. */
  int afterMember(int offset) {
    return afterAttributes(offset + 6);
  }

  /** Returns the offset behind the attribute at an offset. */
  int afterAttribute(int offset) {
    int length = (u2(offset + 2) << 16) | u2(offset + 4);
    // A negative length would lead backwards, and the loop around never out again.
    return Math.addExact(offset + 6, Math.max(0, length));
  }

  /**
   * Returns the offset of an attribute.
   *
   * @param number where the number of attributes stands
   * @return -1 where there is none of that name
   */
  int attribute(int number, String name) {
    int offset = number + 2;
    for (int left = u2(number); left > 0; left--) {
      if (text(u2(offset)).equals(name)) {
        return offset;
      }
      offset = afterAttribute(offset);
    }
    return NONE;
  }

  /** Returns the name of the class whose index in the constant pool stands at an offset. */
  String className(int offset) {
    return text(u2(constants[u2(offset)] + 1));
  }

  /**
   * Returns a text of the constant pool.
   *
   * <p>Texts of class files differ from UTF-8 where they have a NUL or a character beyond the BMP
   * (JVMS 4.4.7), which reading them as such marks. Few have, and their own reader is slow.
   */
  String text(int index) {
    int offset = constants[index] + 1;
    String text = new String(file, offset + 2, u2(offset), StandardCharsets.UTF_8);
    return text.indexOf(MALFORMED) < 0 ? text : modifiedUtf8(offset);
  }

  /** Returns the unsigned two-byte number at an offset. */
  int u2(int offset) {
    return ConstantPool.u2(file, offset);
  }

  private int afterAttributes(int number) {
    int offset = number + 2;
    for (int left = u2(number); left > 0; left--) {
      offset = afterAttribute(offset);
    }
    return offset;
  }

  /** Records where each constant is, and returns the offset behind the last. */
  private int readConstants() {
    int offset = ConstantPool.FIRST;
    for (int index = 1; index < constants.length; ) {
      constants[index] = offset;
      index += ConstantPool.indexes(file, offset);
      offset += ConstantPool.length(file, offset);
    }
    return offset;
  }

  private String modifiedUtf8(int offset) {
    try {
      return new DataInputStream(new ByteArrayInputStream(file, offset, u2(offset) + 2)).readUTF();
    } catch (IOException e) {
      throw new IllegalArgumentException("malformed text in the constant pool", e);
    }
  }
}
