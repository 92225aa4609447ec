package io.loopsentinel.agent.expression;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.loopsentinel.agent.expression.Tokens.Token;
import io.loopsentinel.agent.text.NearestNames;
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

/**
 * The members of a type and its supertypes, whatever their visibility; overridden ones left out.
 */
final class Members {

  /** How many members are named: enough to hold the one that was meant, few enough to be read. */
  private static final int MEMBERS_SHOWN = 8;

  private static final Set<String> OBJECT_METHODS =
      Stream.of(Object.class.getDeclaredMethods()).map(Method::getName).collect(toSet());

  private final Class<?> type;

  /** By name and parameters, those of subclasses first. */
  private final Map<List<?>, Method> methods = new LinkedHashMap<>();

  /** By name; a field of a subclass hides one of its superclass. */
  private final Map<String, Field> fields = new LinkedHashMap<>();

  private @Nullable LinkageError unreadable;

  /** Reads the static members that can be named through a type, or else what its objects have. */
  Members(Class<?> type, boolean areStatic) {
    this.type = type;
    for (Class<?> each : supertypes(type)) {
      boolean inherits = !areStatic || each == type || !each.isInterface();
      Predicate<Member> wanted = member -> Modifier.isStatic(member.getModifiers()) == areStatic;
      // Static methods of an interface are not inherited (JLS 8.4.8), its constants are.
      declaredMethods(each).filter(wanted).filter(method -> inherits).forEach(this::add);
      declaredFields(each)
          .filter(wanted)
          .forEach(field -> fields.putIfAbsent(field.getName(), field));
    }
  }

  /** Adds a method unless one with the same parameters is known that overrides it. */
  private void add(Method method) {
    methods.merge(
        List.of(method.getName(), List.of(method.getParameterTypes())),
        method,
        (known, added) -> isPreferred(added, known) ? added : known);
  }

  /** A bridge gives way to what it leads to, and what is not public to the same that is. */
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

  /** Returns a type, its superclasses and then all its interfaces; Object for an interface, too. */
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
   * Returns the methods of a name, those of subclasses first. A bridge is left out where its class
   * has the method that it leads to; javac also writes some without, to make methods public.
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
   * Returns the members that {@code .name} may mean; the first is read. The exact name goes before
   * getters. A field that has a getter is left to that, which subclasses override.
   */
  List<Member> readings(String name) {
    List<Member> readings = new ArrayList<>(accessors(name));
    Field field = field(name);
    if (field != null && readings.stream().noneMatch(each -> giveTheSame(field, each))) {
      readings.add(0, field);
    }
    Method sameName = reader(name);
    if (sameName != null) {
      readings.add(0, sameName);
    }
    return readings;
  }

  private List<Method> accessors(String name) {
    String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    Method test = reader("is" + capitalised);
    boolean isTest = test != null && Conversion.boxed(test.getReturnType()) == Boolean.class;
    return Stream.of(reader("get" + capitalised), isTest ? test : null)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Whether one of two members may have been written for what the other one gives. */
  boolean giveTheSame(Member one, Member other) {
    StaticType owner = StaticType.of(type);
    Class<?> first = owner.member(one).unwrapped().raw();
    Class<?> second = owner.member(other).unwrapped().raw();
    return first.isAssignableFrom(second) || second.isAssignableFrom(first);
  }

  /** Returns a method without parameters that has a result. */
  @Nullable Method reader(String name) {
    Method method = methods.get(List.of(name, List.of()));
    return method != null && method.getReturnType() != void.class ? method : null;
  }

  private Stream<Method> declaredMethods(Class<?> type) {
    try {
      return Stream.of(type.getDeclaredMethods());
    } catch (LinkageError missingType) {
      // A signature names a type that is not there (an optional dependency). The public methods
      // may still be readable, as the JVM then resolves only theirs.
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

  /** Returns the problem that there is none of a name; it tells those shown that are most alike. */
  ExpressionException missing(String kind, Token name, Predicate<Member> shown) {
    List<String> labels =
        Stream.concat(methods.values().stream(), fields.values().stream())
            .filter(shown.and(this::isTelling))
            .sorted(
                comparingInt((Member member) -> distance(name.text(), member))
                    .thenComparing(Overloads::label))
            .map(Overloads::label)
            .distinct()
            .toList();
    String nearest = labels.stream().limit(MEMBERS_SHOWN).collect(joining(", "));
    int more = labels.size() - MEMBERS_SHOWN;
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

  /** Leaves out what every object has, what compilers add and fields that have an accessor. */
  private boolean isTelling(Member member) {
    return !member.isSynthetic()
        && !OBJECT_METHODS.contains(member.getName())
        && (member instanceof Method || readings(member.getName()).get(0) == member);
  }

  /** Takes getCount as close to count, too. */
  private static int distance(String name, Member member) {
    int distance = NearestNames.distance(name, member.getName());
    return member instanceof Method && member.getName().startsWith("get")
        ? Math.min(distance, NearestNames.distance(name, member.getName().substring(3)))
        : distance;
  }
}
