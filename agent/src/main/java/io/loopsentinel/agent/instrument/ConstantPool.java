package io.loopsentinel.agent.instrument;

/**
 * Steps through the constant pool of a class file (JVMS 4.4).
 *
 * <p>Offsets are into the class file. Everything here throws {@link IndexOutOfBoundsException} on a
 * file that ends too early.
 */
final class ConstantPool {

  /** Where the number of entries, plus one, stands. */
  static final int COUNT = 8;

  /** Where the first entry begins. */
  static final int FIRST = 10;

  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  private ConstantPool() {}

  /** Returns the number of entries, plus one: JVMS counts them from 1, and long ones twice. */
  static int count(byte[] file) {
    return u2(file, COUNT);
  }

  /** Whether the entry at an offset is text; its length is at offset + 1, its bytes follow. */
  static boolean isText(byte[] file, int offset) {
    return file[offset] == UTF8;
  }

  /** Returns how many indexes the entry at an offset takes. */
  static int indexes(byte[] file, int offset) {
    return file[offset] == LONG || file[offset] == DOUBLE ? 2 : 1;
  }

  /**
   * Returns how many bytes the entry at an offset takes.
   *
   * @throws IllegalArgumentException on a kind of entry that is not known
   */
  static int length(byte[] file, int offset) {
    return switch (file[offset]) {
      case UTF8 -> 3 + u2(file, offset + 1);
      case 7, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case 15 -> 4; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5; // int, float, members, name and type, dynamic
      case LONG, DOUBLE -> 9;
      default -> throw new IllegalArgumentException("constant pool tag " + file[offset]);
    };
  }

  /** Returns the unsigned two-byte number at an offset. */
  static int u2(byte[] file, int offset) {
    return ((file[offset] & 0xff) << 8) | (file[offset + 1] & 0xff);
  }
}
