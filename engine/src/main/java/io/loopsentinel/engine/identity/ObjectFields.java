package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a class and its superclasses that make up the value of its objects, sorted by name.
 *
 * <p>Static fields, synthetic fields (such as an inner class's {@code this$0}), transient fields
 * and the caches of Protocol Buffers ({@code memoizedHashCode} …) are left out: their content is
 * derived from the other fields and changes while the value does not. Of the fields of {@link
 * Throwable} only the message counts.
 *
 * <p>Thread-safe.
 *
 * @param complete whether all fields of the value can be read
 */
record ObjectFields(List<ReadableField> fields, boolean complete) {

  private static final MethodType OBJECT_TO_OBJECT =
      MethodType.methodType(Object.class, Object.class);

  /** A field and its getter, of type {@code (Object)Object}. */
  record ReadableField(String name, MethodHandle getter) {

    @Nullable Object read(Object object) {
      try {
        return (Object) getter.invokeExact(object);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("cannot read the field " + name, e);
      }
    }
  }

  static ObjectFields of(Class<?> type, FieldAccess access) {
    List<ReadableField> fields = new ArrayList<>();
    boolean complete = true;
    for (Class<?> owner = type;
        owner != null && owner != Object.class;
        owner = owner.getSuperclass()) {
      complete &= addFields(owner, access, fields);
    }
    // The sort is stable: of fields with equal names, the subclass's comes first.
    fields.sort(Comparator.comparing(ReadableField::name));
    return new ObjectFields(List.copyOf(fields), complete);
  }

  private static boolean addFields(Class<?> owner, FieldAccess access, List<ReadableField> fields) {
    try {
      MethodHandles.Lookup lookup = null;
      for (Field field : owner.getDeclaredFields()) {
        if (isValue(field)) {
          lookup = lookup == null ? access.lookupIn(owner) : lookup;
          MethodHandle getter = lookup.unreflectGetter(field).asType(OBJECT_TO_OBJECT);
          fields.add(new ReadableField(field.getName(), getter));
        }
      }
      return true;
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      return false;
    }
  }

  private static boolean isValue(Field field) {
    return !Modifier.isStatic(field.getModifiers())
        && !Modifier.isTransient(field.getModifiers())
        && !field.isSynthetic()
        && !field.getName().startsWith("memoized")
        && (field.getDeclaringClass() != Throwable.class
            || field.getName().equals("detailMessage"));
  }
}
