package io.loopsentinel.engine.identity;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines how the objects of a class are read, once per class.
 *
 * <p>The result is stored with the class, so it neither keeps a class loader alive nor outlives it.
 * Thread-safe.
 */
final class TypeShapes extends ForgettableClassValue<TypeShapes.Shape> {

  private static final List<String> PLATFORM_PACKAGES =
      List.of("java.", "javax.", "kotlin.", "scala.", "groovy.", "org.codehaus.groovy.");

  private static final String TIME_PACKAGE = "java.time.";
  private static final String LAMBDA = "$$Lambda";

  /**
   * How the objects of one class are read.
   *
   * @param name the class name, stable across runs
   * @param naming when the class name is part of the value
   * @param fields the fields, for {@link Kind#FIELDS} only
   */
  record Shape(Kind kind, String name, Naming naming, @Nullable ObjectFields fields) {}

  /** The ways to read objects, in order of precedence, each with the types that it applies to. */
  enum Kind {
    /** A number, a boolean, or a value with a {@code toString()} free of side effects. */
    SCALAR(
        """
        java.lang.CharSequence java.lang.Character java.lang.Enum java.lang.Class java.lang.Number
        java.lang.Boolean java.util.concurrent.atomic.AtomicBoolean java.util.OptionalInt
        java.util.OptionalLong java.util.OptionalDouble java.util.UUID java.util.Date
        java.util.Calendar java.util.TimeZone java.util.Locale java.util.Currency java.net.URI
        java.net.URL java.net.InetAddress java.nio.file.Path java.nio.charset.Charset java.io.File
        java.util.regex.Pattern
        """),
    /** Its content counts. */
    HOLDER("java.util.Optional java.util.concurrent.atomic.AtomicReference"),
    /** A JSON tree, whose {@code toString()} is JSON text. */
    JSON_TREE(
        """
        com.fasterxml.jackson.databind.JsonNode tools.jackson.databind.JsonNode
        com.google.gson.JsonElement kotlinx.serialization.json.JsonElement jakarta.json.JsonValue
        javax.json.JsonValue org.json.JSONObject org.json.JSONArray org.json.JSONObject$Null
        io.vertx.core.json.JsonObject io.vertx.core.json.JsonArray
        com.eclipsesource.json.JsonValue
        """),
    MAP("java.util.Map"),
    SET("java.util.Set"),
    COLLECTION("java.util.Collection"),
    /** A buffer, whose remaining bytes count. */
    BYTES("java.nio.ByteBuffer"),
    /** An object whose value cannot be read. */
    UNREADABLE("java.nio.Buffer"),
    /** An object without a value of its own: its class counts. */
    NAME_ONLY(
        """
        java.lang.Thread java.lang.ThreadGroup java.lang.ThreadLocal java.lang.ClassLoader
        java.lang.ref.Reference java.lang.invoke.MethodHandle java.lang.reflect.AnnotatedElement
        java.util.concurrent.Executor java.util.concurrent.Future java.util.concurrent.locks.Lock
        java.util.concurrent.locks.ReadWriteLock java.util.stream.BaseStream
        java.util.logging.Logger java.lang.System$Logger org.slf4j.Logger
        org.apache.logging.log4j.Logger org.apache.commons.logging.Log kotlin.Lazy
        kotlin.coroutines.Continuation kotlin.coroutines.CoroutineContext kotlin.sequences.Sequence
        """),
    OBJECT_ARRAY(""),
    PRIMITIVE_ARRAY(""),
    /** Any other object, read field by field. */
    FIELDS("");

    private final String types;

    Kind(String types) {
      this.types = " " + types.replace('\n', ' ') + " ";
    }

    private boolean includes(String type) {
      return types.contains(" " + type + " ");
    }

    private static Kind of(Class<?> type) {
      if (type.isArray() && type != char[].class) {
        return type.getComponentType().isPrimitive() ? PRIMITIVE_ARRAY : OBJECT_ARRAY;
      }
      if (type == char[].class || type.getName().startsWith(TIME_PACKAGE)) {
        return SCALAR;
      }
      Set<String> names = new HashSet<>();
      addSupertypes(type, names);
      Kind byName = type.isHidden() || type.getName().contains(LAMBDA) ? NAME_ONLY : FIELDS;
      return Arrays.stream(values())
          .filter(kind -> names.stream().anyMatch(kind::includes))
          .findFirst()
          .orElse(byName);
    }

    private static void addSupertypes(@Nullable Class<?> type, Set<String> names) {
      if (type != null && names.add(type.getName())) {
        addSupertypes(type.getSuperclass(), names);
        for (Class<?> implemented : type.getInterfaces()) {
          addSupertypes(implemented, names);
        }
      }
    }
  }

  enum Naming {
    NEVER,
    /** For nested objects, because there may be objects of other classes in the same position. */
    NESTED,
    /** Because the object has no fields or fields that cannot be read. */
    ALWAYS
  }

  private final FieldAccess access;

  TypeShapes(FieldAccess access) {
    this.access = access;
  }

  @Override
  protected Shape compute(Class<?> type) {
    Kind kind = Kind.of(type);
    ObjectFields fields = kind == Kind.FIELDS ? ObjectFields.of(type, access) : null;
    return new Shape(kind, stableName(type), naming(type, fields), fields);
  }

  private static Naming naming(Class<?> type, @Nullable ObjectFields fields) {
    boolean isEmpty = fields != null && fields.fields().isEmpty() && !type.isRecord();
    if (isEmpty || (fields != null && !fields.complete())) {
      return Naming.ALWAYS;
    }
    return isVariant(type) ? Naming.NESTED : Naming.NEVER;
  }

  /**
   * Returns whether a class extends or implements another type of the application. An object of a
   * sibling class with equal fields can then occur instead, which makes a different call.
   */
  private static boolean isVariant(Class<?> type) {
    Class<?> superclass = type.getSuperclass();
    return Arrays.stream(type.getInterfaces()).anyMatch(TypeShapes::isOfApplication)
        || (superclass != null
            && (isOfApplication(superclass) || Throwable.class.isAssignableFrom(superclass)));
  }

  private static boolean isOfApplication(Class<?> type) {
    return PLATFORM_PACKAGES.stream().noneMatch(type.getName()::startsWith);
  }

  /** Returns the class name without the suffix that the JVM gives lambdas and hidden classes. */
  private static String stableName(Class<?> type) {
    String name = type.getName();
    int lambda = name.indexOf(LAMBDA);
    if (lambda >= 0) {
      return name.substring(0, lambda) + LAMBDA;
    }
    int address = name.indexOf('/');
    return address >= 0 ? name.substring(0, address) : name;
  }
}
