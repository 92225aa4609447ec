package io.loopsentinel.agent.instrument;

import java.util.List;

/**
 * Steps through the annotations of a member of a class file (JVMS 4.7.16 and 4.7.17).
 *
 * <p>Only their types are read; their values, which have no fixed length, are stepped over. For one
 * use.
 */
final class AnnotationTable {

  private final byte[] file;
  private int offset;

  /**
   * Creates a reader.
   *
   * @param offset of the attribute's contents
   */
  AnnotationTable(byte[] file, int offset) {
    this.file = file;
    this.offset = offset;
  }

  /** Adds the constant pool index of the descriptor of each annotation. */
  void types(List<Integer> descriptors) {
    for (int left = next(); left > 0; left--) {
      descriptors.add(annotation());
    }
  }

  private int annotation() {
    int descriptor = next();
    for (int left = next(); left > 0; left--) {
      next(); // the element's name
      skipValue();
    }
    return descriptor;
  }

  private void skipValue() {
    char tag = (char) file[offset++];
    switch (tag) {
      case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 's', 'c' -> next();
      case 'e' -> {
        next();
        next();
      }
      case '@' -> annotation();
      case '[' -> {
        for (int left = next(); left > 0; left--) {
          skipValue();
        }
      }
      default -> throw new IllegalArgumentException("element value tag " + tag);
    }
  }

  private int next() {
    int value = ConstantPool.u2(file, offset);
    offset += 2;
    return value;
  }
}
