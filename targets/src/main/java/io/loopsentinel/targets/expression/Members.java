package io.loopsentinel.targets.expression;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.targets.expression.Tokens.Token;
import io.loopsentinel.targets.text.NearestNames;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The members of a type and its supertypes, of any visibility, without overridden ones. */
final class Members {

  /** Maximum members to list: enough to include the intended one, few enough to read. */
  private static final int MAX_LISTED = 8;

  private static final Set<String> OBJECT_METHODS =
      Stream.of(Object.class.getDeclaredMethods()).map(Method::getName).collect(toSet());

  private final Class<?> type;

  /** By name and parameter types, subclasses first. */
  private final Map<List<?>, Method> methods = new LinkedHashMap<>();

  /** By name; a field of a subclass hides one of its superclass. */
  private final Map<String, Field> fields = new LinkedHashMap<>();

  private @Nullable LinkageError unreadable;

  /** Reads either the static members accessible through a type or its instance members. */
  Members(Class<?> type, boolean areStatic) {
    this.type = type;
    for (Class<?> each : supertypes(type)) {
      boolean inherits = !areStatic || each == type || !each.isInterface();
      Predicate<Member> wanted = member -> Modifier.isStatic(member.getModifiers()) == areStatic;
      // Static methods of an interface are not inherited (JLS 8.4.8), but its constants are.
      declaredMethods(each).filter(wanted).filter(method -> inherits).forEach(this::add);
      declaredFields(each)
          .filter(wanted)
          .forEach(field -> fields.putIfAbsent(field.getName(), field));
    }
  }

  /** Adds a method unless a known one overrides it. */
  private void add(Method method) {
    methods.merge(
        List.of(method.getName(), List.of(method.getParameterTypes())),
        method,
        (known, added) -> isPreferred(added, known) ? added : known);
  }

  /** Prefers a bridged method to its bridge, and a public method to an equal non-public one. */
  private static boolean isPreferred(Method added, Method known) {
    return known.getDeclaringClass() == added.getDeclaringClass()
        ? known.isBridge() && !added.isBridge()
        : !isPublic(known) && isPublic(added) && known.getReturnType() == added.getReturnType();
  }

  static boolean isPublic(Member member) {
    Class<?> type = member.getDeclaringClass();
    return Modifier.isPublic(member.getModifiers() & type.getModifiers())
        && type.getModule().isExported(type.getPackageName());
  }

  /** Returns a type, its superclasses, all its interfaces, and Object even for an interface. */
  private static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      types.add(each);
    }
    Deque<Class<?>> queue = new ArrayDeque<>(types);
    for (Class<?> each = queue.poll(); each != null; each = queue.poll()) {
      Stream.of(each.getInterfaces()).filter(types::add).forEach(queue::add);
    }
    types.add(Object.class);
    return types;
  }

  /**
   * Returns the methods of a name, subclasses first. A bridge is left out if its class declares the
   * bridged method. javac also generates bridges without one, to make inherited methods public.
   */
  List<Method> methods(String name) {
    List<Method> named =
        methods.values().stream().filter(method -> method.getName().equals(name)).toList();
    return named.stream()
        .filter(method -> !method.isBridge() || named.stream().noneMatch(bridgedBy(method)))
        .toList();
  }

  private static Predicate<Method> bridgedBy(Method bridge) {
    return method ->
        !method.isBridge()
            && method.getDeclaringClass() == bridge.getDeclaringClass()
            && method.getParameterCount() == bridge.getParameterCount();
  }

  @Nullable Field field(String name) {
    return fields.get(name);
  }

  /**
   * Returns the members that {@code .name} may mean; the first is read. An exact name precedes a
   * getter. A field with a getter is left out, because subclasses may override the getter.
   */
  List<Member> candidates(String name) {
    List<Member> candidates = new ArrayList<>(accessors(name));
    Field field = field(name);
    if (field != null && candidates.stream().noneMatch(each -> mayBeSame(field, each))) {
      candidates.add(0, field);
    }
    Method sameName = getter(name);
    if (sameName != null) {
      candidates.add(0, sameName);
    }
    return candidates;
  }

  private List<Method> accessors(String name) {
    String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    Method test = getter("is" + capitalised);
    boolean isTest = test != null && Conversion.boxed(test.getReturnType()) == Boolean.class;
    return Stream.of(getter("get" + capitalised), isTest ? test : null)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Returns whether two members may give the same value, judged by their types. */
  boolean mayBeSame(Member one, Member other) {
    StaticType owner = StaticType.of(type);
    Class<?> first = owner.member(one).unwrapped().raw();
    Class<?> second = owner.member(other).unwrapped().raw();
    return first.isAssignableFrom(second) || second.isAssignableFrom(first);
  }

  /** Returns the method of this name without parameters, if it has a result. */
  @Nullable Method getter(String name) {
    Method method = methods.get(List.of(name, List.of()));
    return method != null && method.getReturnType() != void.class ? method : null;
  }

  private Stream<Method> declaredMethods(Class<?> type) {
    try {
      return Stream.of(type.getDeclaredMethods());
    } catch (LinkageError missingType) {
      // A signature names a missing type (an optional dependency). The public methods may still
      // be readable, because the JVM then resolves only their signatures.
      unreadable = missingType;
    }
    try {
      return Stream.of(type.getMethods()).filter(method -> method.getDeclaringClass() == type);
    } catch (LinkageError missingType) {
      return Stream.of();
    }
  }

  private Stream<Field> declaredFields(Class<?> type) {
    try {
      return Stream.of(type.getDeclaredFields());
    } catch (LinkageError missingType) {
      unreadable = missingType;
      return Stream.of();
    }
  }

  /** Creates the exception for a missing member, which lists the most similar of those shown. */
  ExpressionException missing(String kind, Token name, Predicate<Member> shown) {
    List<String> labels =
        Stream.concat(methods.values().stream(), fields.values().stream())
            .filter(shown.and(this::isListed))
            .sorted(
                comparingInt((Member member) -> distance(name.text(), member))
                    .thenComparing(Overloads::label))
            .map(Overloads::label)
            .distinct()
            .toList();
    String nearest = labels.stream().limit(MAX_LISTED).collect(joining(", "));
    int more = labels.size() - MAX_LISTED;
    return name.problem(
        "%s has no %s \"%s\"%s%s%s"
            .formatted(
                type.getTypeName(),
                kind,
                name.text(),
                labels.isEmpty() ? "" : "; it has " + nearest,
                more > 0 ? ", " + more + " more" : "",
                unreadable == null ? "" : "; not all of its members could be read: " + unreadable));
  }

  /** Excludes methods of every object, synthetic members, and fields that have an accessor. */
  private boolean isListed(Member member) {
    return !member.isSynthetic()
        && !OBJECT_METHODS.contains(member.getName())
        && (member instanceof Method || candidates(member.getName()).get(0) == member);
  }

  /** Returns the edit distance, without a {@code get} prefix if that is smaller. */
  private static int distance(String name, Member member) {
    int distance = NearestNames.distance(name, member.getName());
    return member instanceof Method && member.getName().startsWith("get")
        ? Math.min(distance, NearestNames.distance(name, member.getName().substring(3)))
        : distance;
  }
}
