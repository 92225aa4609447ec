package io.loopsentinel.engine.identity;

import java.lang.reflect.Array;

/** Writes arrays of numbers and of booleans; a {@code char[]} is a text. */
final class PrimitiveArrays {

  private PrimitiveArrays() {}

  static void write(CanonicalWriter writer, Object array) {
    int length = Array.getLength(array);
    writer.open('[');
    for (int i = 0; i < length; i++) {
      writer.separate();
      element(writer, array, i);
    }
    writer.close(']');
  }

  private static void element(CanonicalWriter writer, Object array, int i) {
    if (array instanceof byte[] bytes) {
      writer.number((long) bytes[i]);
    } else if (array instanceof int[] numbers) {
      writer.number((long) numbers[i]);
    } else if (array instanceof long[] numbers) {
      writer.number(numbers[i]);
    } else if (array instanceof double[] numbers) {
      writer.number(numbers[i]);
    } else {
      Scalars.write(writer, Array.get(array, i));
    }
  }
}
