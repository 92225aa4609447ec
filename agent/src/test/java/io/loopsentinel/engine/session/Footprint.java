package io.loopsentinel.engine.session;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts the bytes of an object and all it reaches as HotSpot lays them out on 64 bits with
 * compressed references: a header of 12 bytes, 16 of an array, references of 4, all in multiples of
 * 8.
 *
 * <p>Works it out from the fields, so the result is the same on every JVM. Strings, what the store
 * keeps in a session, and the objects it is told to leave out, do not count.
 */
final class Footprint {

  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;

  private static final Map<Class<?>, Integer> PRIMITIVES =
      Map.of(
          boolean.class, 1,
          byte.class, 1,
          char.class, 2,
          short.class, 2,
          int.class, 4,
          float.class, 4,
          long.class, 8,
          double.class, 8);

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> left = new ArrayDeque<>();

  /** Returns the bytes of an object, without what is reachable from another. */
  static long of(Object root, Object leftOut) throws IllegalAccessException {
    Footprint footprint = new Footprint();
    footprint.bytes(leftOut);
    return footprint.bytes(root);
  }

  private long bytes(Object root) throws IllegalAccessException {
    long bytes = 0;
    visit(root);
    while (!left.isEmpty()) {
      Object next = left.remove();
      bytes += next.getClass().isArray() ? arrayBytes(next) : objectBytes(next);
    }
    return bytes;
  }

  private void visit(Object object) {
    if (object != null && !(object instanceof String) && seen.add(object)) {
      left.add(object);
    }
  }

  private long arrayBytes(Object array) {
    Class<?> type = array.getClass().getComponentType();
    if (!type.isPrimitive()) {
      for (Object element : (Object[]) array) {
        visit(element);
      }
    }
    return aligned(ARRAY_HEADER + (long) Array.getLength(array) * size(type));
  }

  private long objectBytes(Object object) throws IllegalAccessException {
    long bytes = HEADER;
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && type != StoredSession.class) {
          bytes += size(field.getType());
          if (!field.getType().isPrimitive()) {
            field.setAccessible(true);
            visit(field.get(object));
          }
        }
      }
    }
    return aligned(bytes);
  }

  private static int size(Class<?> type) {
    return PRIMITIVES.getOrDefault(type, REFERENCE);
  }

  private static long aligned(long bytes) {
    return (bytes + 7) / 8 * 8;
  }
}
