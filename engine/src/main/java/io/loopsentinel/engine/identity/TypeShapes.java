package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the objects of a class are read, once per class.
 *
 * <p>What is found is kept with the class itself, so it neither keeps a class loader alive nor
 * outlives it. Thread-safe.
 */
final class TypeShapes extends ClassValue<TypeShapes.Shape> {

  /** Classes and interfaces whose {@code toString()} is JSON text. */
  private static final Set<String> JSON_TREES =
      Set.of(
          "com.fasterxml.jackson.databind.JsonNode",
          "tools.jackson.databind.JsonNode",
          "com.google.gson.JsonElement",
          "kotlinx.serialization.json.JsonElement",
          "jakarta.json.JsonValue",
          "javax.json.JsonValue",
          "org.json.JSONObject",
          "org.json.JSONArray",
          "org.json.JSONObject$Null",
          "io.vertx.core.json.JsonObject",
          "io.vertx.core.json.JsonArray",
          "com.eclipsesource.json.JsonValue");

  /** Types without a value of their own, beside those of the JDK that are listed below. */
  private static final Set<String> NAME_ONLY =
      Set.of(
          "org.slf4j.Logger",
          "org.apache.logging.log4j.Logger",
          "org.apache.commons.logging.Log",
          "java.util.logging.Logger",
          "java.lang.System$Logger",
          "java.util.stream.BaseStream",
          "java.util.concurrent.Future",
          "java.util.concurrent.locks.Lock",
          "java.util.concurrent.locks.ReadWriteLock",
          "java.lang.reflect.AnnotatedElement",
          "kotlin.Lazy",
          "kotlin.coroutines.Continuation",
          "kotlin.coroutines.CoroutineContext",
          "kotlin.sequences.Sequence");

  private static final List<String> PLATFORM_PACKAGES =
      List.of("java.", "javax.", "kotlin.", "scala.", "groovy.", "org.codehaus.groovy.");

  /**
   * How the objects of one class are read.
   *
   * @param kind the way to read them
   * @param name the class's name, the same in every run
   * @param naming when the name belongs to the value
   * @param fields the fields, for {@link Kind#FIELDS} only
   */
  record Shape(Kind kind, String name, Naming naming, @Nullable ObjectFields fields) {}

  enum Kind {
    /** A single value: text, number, boolean, enum, time … */
    SCALAR,
    /** An {@code Optional} or atomic reference: what it holds counts. */
    HOLDER,
    /** A JSON tree of some library. */
    JSON_TREE,
    MAP,
    SET,
    COLLECTION,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY,
    /** A {@code ByteBuffer}: what is left to be read in it. */
    BYTES,
    /** Any other object: read field by field. */
    FIELDS,
    /** An object that has no value of its own, such as a lock or a thread: its class counts. */
    NAME_ONLY,
    /** An object that has a value which cannot be read, such as a buffer of numbers. */
    UNREADABLE
  }

  enum Naming {
    NEVER,
    /** Where the object is not itself the arguments: objects of other classes may stand there. */
    NESTED,
    /** Because there are fields that cannot be read, or none at all. */
    ALWAYS
  }

  private final FieldAccess access;

  TypeShapes(FieldAccess access) {
    this.access = access;
  }

  @Override
  protected Shape computeValue(Class<?> type) {
    Kind kind = kindOf(type);
    ObjectFields fields = kind == Kind.FIELDS ? ObjectFields.of(type, access) : null;
    return new Shape(kind, stableName(type), naming(type, fields), fields);
  }

  private static Kind kindOf(Class<?> type) {
    if (Scalars.isScalar(type)) {
      return Kind.SCALAR;
    }
    if (type.isArray()) {
      return type.getComponentType().isPrimitive() ? Kind.PRIMITIVE_ARRAY : Kind.OBJECT_ARRAY;
    }
    if (type == Optional.class || AtomicReference.class.isAssignableFrom(type)) {
      return Kind.HOLDER;
    }
    if (isAnyOf(type, JSON_TREES)) {
      return Kind.JSON_TREE;
    }
    if (Map.class.isAssignableFrom(type)) {
      return Kind.MAP;
    }
    if (Collection.class.isAssignableFrom(type)) {
      return Set.class.isAssignableFrom(type) ? Kind.SET : Kind.COLLECTION;
    }
    if (Buffer.class.isAssignableFrom(type)) {
      return ByteBuffer.class.isAssignableFrom(type) ? Kind.BYTES : Kind.UNREADABLE;
    }
    return isNameOnly(type) ? Kind.NAME_ONLY : Kind.FIELDS;
  }

  private static boolean isNameOnly(Class<?> type) {
    return type.isHidden()
        || type.getName().contains("$$Lambda")
        || Thread.class.isAssignableFrom(type)
        || ThreadGroup.class.isAssignableFrom(type)
        || ThreadLocal.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || Executor.class.isAssignableFrom(type)
        || Reference.class.isAssignableFrom(type)
        || MethodHandle.class.isAssignableFrom(type)
        || isAnyOf(type, NAME_ONLY);
  }

  /** Tells whether a class, a superclass or an interface of it has one of these names. */
  private static boolean isAnyOf(Class<?> type, Set<String> names) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (names.contains(c.getName())) {
        return true;
      }
      for (Class<?> implemented : c.getInterfaces()) {
        if (isAnyOf(implemented, names)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Naming naming(Class<?> type, @Nullable ObjectFields fields) {
    boolean isEmpty = fields != null && fields.size() == 0 && !type.isRecord();
    if (isEmpty || (fields != null && !fields.isComplete())) {
      return Naming.ALWAYS;
    }
    return isVariant(type) ? Naming.NESTED : Naming.NEVER;
  }

  /**
   * Tells whether a class extends or implements another type of the application. Then a place that
   * holds one of its objects may also hold one of a sibling class with equal fields, and that would
   * be a different call.
   */
  private static boolean isVariant(Class<?> type) {
    for (Class<?> implemented : type.getInterfaces()) {
      if (isOfApplication(implemented)) {
        return true;
      }
    }
    Class<?> superclass = type.getSuperclass();
    return superclass != null
        && (isOfApplication(superclass) || Throwable.class.isAssignableFrom(superclass));
  }

  private static boolean isOfApplication(Class<?> type) {
    return PLATFORM_PACKAGES.stream().noneMatch(type.getName()::startsWith);
  }

  /** Returns a class's name without what the JVM adds to those of lambdas and hidden classes. */
  private static String stableName(Class<?> type) {
    String name = type.getName();
    int lambda = name.indexOf("$$Lambda");
    if (lambda >= 0) {
      return name.substring(0, lambda) + "$$Lambda";
    }
    int address = name.indexOf('/');
    return address >= 0 ? name.substring(0, address) : name;
  }
}
