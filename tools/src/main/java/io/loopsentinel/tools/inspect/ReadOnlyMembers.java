package io.loopsentinel.tools.inspect;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Determines which methods are known to be read-only.
 *
 * <p>A fluent request has methods that look like those of a response: {@code Request.call()} sends
 * it. A target expression that calls such a method would have an effect although the application is
 * only observed. Therefore a method counts as read-only only if its instructions prove it: they
 * write to no field or array, take no lock, have no loop, and call only read-only methods, to a
 * small depth. A method without a body is read-only if it has at least one known implementation and
 * all of them are read-only.
 */
public final class ReadOnlyMembers {

  private static final int MAX_DEPTH = 4;

  /** Classes of the JDK and common utilities whose methods below are read-only. */
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

  /** Creates an instance from the class files of an application. */
  public static ReadOnlyMembers of(Iterable<byte[]> files) {
    return new ReadOnlyMembers(TypeIndex.of(files, Observations.NONE));
  }

  static boolean isReadOnlyInJdk(String owner, String method) {
    return OWNERS.contains(owner) && METHODS.contains(method);
  }

  /** Returns a doubt about a method, or {@code null} if it is known to be read-only. */
  @Nullable String doubt(TypeModel type, MethodModel method) {
    return onlyReads(type, method, Set.of())
        ? null
        : "calls %s.%s(), which is not known to be read-only"
            .formatted(type.simpleName(), method.name());
  }

  /** Returns the doubt about a loaded method. Empty for methods of the JDK or of unknown types. */
  public Optional<String> doubt(Method method) {
    String owner = Type.getInternalName(method.getDeclaringClass());
    TypeModel type = owner.startsWith("java/") ? null : types.find(owner);
    MethodRef called = new MethodRef(owner, method.getName(), Type.getMethodDescriptor(method));
    return type == null
        ? Optional.empty()
        : type.declared(called).map(declared -> doubt(type, declared));
  }

  /**
   * @param callers its callers; recursion counts as read-only, because decorators forward calls
   */
  private boolean onlyReads(TypeModel type, MethodModel method, Set<MethodRef> callers) {
    if (callers.size() > MAX_DEPTH || callers.contains(method.ref())) {
      return callers.contains(method.ref());
    }
    Set<MethodRef> path = new HashSet<>(callers);
    path.add(method.ref());
    if (method.isAbstract()) {
      List<TypeModel> implementations = types.implementations(type.name());
      return !implementations.isEmpty()
          && implementations.stream()
              .allMatch(each -> onlyReads(method.ref().in(each.name()), path));
    }
    return !method.body().hasSideEffects()
        && method.body().calls().stream()
            .map(CallSite::callee)
            .allMatch(
                called ->
                    isReadOnlyInJdk(called.owner(), called.name()) || onlyReads(called, path));
  }

  /** Returns whether the declared or inherited method is read-only. */
  private boolean onlyReads(MethodRef called, Set<MethodRef> callers) {
    return types.hierarchy(called.owner()).stream()
        .flatMap(
            type -> type.declared(called).map(method -> onlyReads(type, method, callers)).stream())
        .findFirst()
        .orElse(false);
  }
}
