package io.loopsentinel.agent.fingerprint;

/** Writes arrays of numbers and of booleans; a {@code char[]} is a text. */
final class PrimitiveArrays {

  private PrimitiveArrays() {}

  static void write(CanonicalWriter writer, Object array) {
    writer.open('[');
    if (array instanceof int[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).number((long) values[i]);
      }
    } else if (array instanceof long[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).number(values[i]);
      }
    } else if (array instanceof double[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).number(values[i]);
      }
    } else if (array instanceof byte[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).number((long) values[i]);
      }
    } else if (array instanceof float[] values) {
      for (int i = 0; i < values.length; i++) {
        Scalars.write(separate(writer, i), values[i]);
      }
    } else if (array instanceof short[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).number((long) values[i]);
      }
    } else if (array instanceof boolean[] values) {
      for (int i = 0; i < values.length; i++) {
        separate(writer, i).raw(values[i] ? "true" : "false");
      }
    }
    writer.close(']');
  }

  private static CanonicalWriter separate(CanonicalWriter writer, int index) {
    if (index > 0) {
      writer.put(',');
    }
    return writer;
  }
}
