package io.loopsentinel.tools.inspect;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Tells which methods are known to do nothing but read.
 *
 * <p>A fluent request has methods that look like those of a response: {@code Request.call()} sends
 * it. An expression of a target that calls such a method would act while the application is merely
 * observed. So a method only reads where its instructions show it: they write to no field, array or
 * lock, have no loop, and call only methods that only read, to a small depth. One without a body
 * only reads if all its implementations that are there do, and there is one.
 */
public final class ReadOnlyMembers {

  private static final int MAX_DEPTH = 4;

  /** Classes of the JDK, and what compilers call, whose methods below only read. */
  private static final Set<String> OWNERS =
      Words.set(
          """
          java/lang/Object java/lang/String java/lang/CharSequence java/lang/Enum java/lang/Record
          java/lang/Boolean java/lang/Integer java/lang/Long java/lang/Double java/lang/Number
          java/util/Collection java/util/Collections java/util/List java/util/Map java/util/Map$Entry
          java/util/Objects java/util/Optional java/util/Set java/util/ArrayList java/util/HashMap
          java/util/LinkedHashMap kotlin/jvm/internal/Intrinsics
          org/springframework/util/Assert org/springframework/util/CollectionUtils
          org/springframework/util/ObjectUtils org/springframework/util/StringUtils
          """);

  private static final Set<String> METHODS =
      Words.set(
          """
          <init> asList booleanValue checkNotNull checkNotNullExpressionValue checkNotNullParameter
          contains containsKey copyOf doubleValue empty emptyList emptyMap equals get getFirst getKey
          getOrDefault getValue hasLength hasText intValue isBlank isEmpty isPresent isTrue length
          longValue name notEmpty notNull of ofNullable orElse ordinal requireNonNull
          requireNonNullElse size strip toString trim
          unmodifiableCollection unmodifiableList unmodifiableMap unmodifiableSet valueOf
          """);

  private final Types types;

  ReadOnlyMembers(Types types) {
    this.types = types;
  }

  /** Returns what is known by the class files of an application. */
  public static ReadOnlyMembers of(Iterable<byte[]> files) {
    return new ReadOnlyMembers(TypeIndex.of(files, Observations.NONE));
  }

  static boolean isReadOnlyInJdk(String owner, String method) {
    return OWNERS.contains(owner) && METHODS.contains(method);
  }

  /** Returns why a method is not known to only read; {@code null} where it is. */
  @Nullable String doubt(TypeModel type, MethodModel method) {
    return onlyReads(type, method, Set.of())
        ? null
        : "calls %s.%s(), which is not known to only read"
            .formatted(type.simpleName(), method.name());
  }

  /** Returns the same of a method that was loaded; empty for those of the JDK. */
  public Optional<String> doubt(Method method) {
    String owner = Type.getInternalName(method.getDeclaringClass());
    TypeModel type = owner.startsWith("java/") ? null : types.find(owner);
    MethodRef called = new MethodRef(owner, method.getName(), Type.getMethodDescriptor(method));
    return type == null
        ? Optional.empty()
        : type.declared(called).map(declared -> doubt(type, declared));
  }

  /**
   * Whether a method only reads.
   *
   * @param within the methods on the way to it: what decorates an object passes the call on to it
   */
  private boolean onlyReads(TypeModel type, MethodModel method, Set<MethodRef> within) {
    if (within.size() > MAX_DEPTH || within.contains(method.ref())) {
      return within.contains(method.ref());
    }
    Set<MethodRef> way = new HashSet<>(within);
    way.add(method.ref());
    if (method.isAbstract()) {
      List<TypeModel> implementations = types.implementations(type.name());
      return !implementations.isEmpty()
          && implementations.stream()
              .allMatch(each -> onlyReads(method.ref().in(each.name()), way));
    }
    return !method.body().hasSideEffects()
        && method.body().calls().stream()
            .map(CallSite::callee)
            .allMatch(
                called -> isReadOnlyInJdk(called.owner(), called.name()) || onlyReads(called, way));
  }

  /** Returns the same of the method that a type has, its own or an inherited one. */
  private boolean onlyReads(MethodRef called, Set<MethodRef> within) {
    return types.hierarchy(called.owner()).stream()
        .flatMap(
            type -> type.declared(called).map(method -> onlyReads(type, method, within)).stream())
        .findFirst()
        .orElse(false);
  }
}
