package io.loopsentinel.agent.instrument;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.text.NearestNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why a target has taken in no method, and names what may have been meant. */
final class Mismatch {

  private static final int MOST_CANDIDATES = 5;

  private final List<Class<?>> loaded;

  /**
   * Creates an explanation.
   *
   * @param loaded the classes of the JVM; those of the JDK are passed over
   */
  Mismatch(Collection<Class<?>> loaded) {
    this.loaded =
        loaded.stream()
            .filter(type -> !type.isArray() && !type.isHidden() && !type.isPrimitive())
            .filter(type -> type.getClassLoader() != null)
            .filter(type -> type.getClassLoader() != ClassLoader.getPlatformClassLoader())
            .filter(type -> type.getClassLoader() != Mismatch.class.getClassLoader())
            .filter(type -> !isAgentOutsideItsLoader(type.getName()))
            .toList();
  }

  /** Returns what stands between a target and a method, as a clause without a full stop. */
  String explain(Target target) {
    String type = target.spec().type();
    if (type == null) {
      return "no method of a class that has been loaded carries "
          + target.spec().annotation()
          + within(target)
          + alternatives(similarAnnotations(target));
    }
    Optional<Class<?>> named =
        loaded.stream().filter(other -> other.getName().equals(type)).findFirst();
    return named.isEmpty()
        ? "no class " + type + " has been loaded" + alternatives(similarTypes(type))
        : explain(target, named.get()) + within(target);
  }

  private static String within(Target target) {
    List<String> packages = target.spec().packages();
    return packages.isEmpty() ? "" : " (looked for in " + String.join(", ", packages) + ")";
  }

  /** An annotation that is loaded may be named rightly, and be on no method. */
  private Set<String> similarAnnotations(Target target) {
    String annotation = String.valueOf(target.spec().annotation());
    Set<String> similar = similarTypes(annotation);
    return similar.contains(annotation) ? Set.of() : similar;
  }

  private String explain(Target target, Class<?> named) {
    String method = target.spec().method().text();
    List<MethodOutline> methods = methodsOf(named);
    List<MethodOutline> described = methods.stream().filter(target::describes).toList();
    if (described.stream().anyMatch(MethodOutline::isAbstract) && !target.spec().subtypes()) {
      return method + " is declared abstract in " + named.getName() + "; set subtypes: true";
    }
    List<MethodOutline> homonyms =
        methods.stream().filter(m -> target.spec().method().matches(m.name())).toList();
    String annotation = target.spec().annotation();
    if (described.isEmpty() && annotation != null) {
      return "no method of %s carries %s".formatted(named.getName(), annotation)
          + alternatives(similarAnnotations(target));
    }
    if (described.isEmpty() && !homonyms.isEmpty()) {
      return "%s has no %s with these parameters and result%s"
          .formatted(named.getName(), method, alternatives(describe(homonyms)));
    }
    if (target.spec().subtypes() && !described.isEmpty()) {
      return "no class that has been loaded extends or implements %s and declares %s"
              .formatted(named.getName(), method)
          + heirs(target, named);
    }
    Optional<Class<?>> declaring = ancestorWith(target, named);
    if (declaring.isPresent()) {
      return "%s is declared in %s, not in %s"
          .formatted(method, declaring.get().getName(), named.getName());
    }
    return "%s declares no %s%s"
        .formatted(named.getName(), method, alternatives(similarMethods(method, methods)));
  }

  /** Names the subtypes that inherit the method from a class that is none. */
  private String heirs(Target target, Class<?> named) {
    return loaded.stream()
        .filter(type -> named.isAssignableFrom(type) && !type.isInterface())
        .flatMap(
            type ->
                superclasses(type)
                    .filter(parent -> !named.isAssignableFrom(parent))
                    .filter(parent -> methodsOf(parent).stream().anyMatch(target::describes))
                    .limit(1)
                    .map(
                        parent ->
                            "; %s inherits it from %s: name that class"
                                .formatted(type.getName(), parent.getName())))
        .sorted()
        .limit(MOST_CANDIDATES)
        .collect(Collectors.joining());
  }

  private static Stream<Class<?>> superclasses(Class<?> type) {
    return Stream.<Class<?>>iterate(
        type.getSuperclass(), Objects::nonNull, each -> each.getSuperclass());
  }

  /** What starts the agent, and what it shows the application, is loaded as the application is. */
  private static boolean isAgentOutsideItsLoader(String name) {
    return name.startsWith("io.loopsentinel.launch.")
        || name.startsWith("io.loopsentinel.hook.")
        || name.equals(ToolLoopError.class.getName())
        || name.startsWith(ToolLoopError.class.getName() + "$");
  }

  /** Types of the same simple name, or else of one that differs little. */
  private Set<String> similarTypes(String type) {
    String simple = simpleName(type);
    Set<String> same = typesBy(name -> simpleName(name).equals(simple));
    if (!same.isEmpty()) {
      return same;
    }
    List<String> names =
        loaded.stream()
            .map(other -> simpleName(other.getName()))
            .filter(name -> Math.abs(name.length() - simple.length()) <= simple.length() / 3)
            .distinct()
            .toList();
    return NearestNames.suggest(simple, names)
        .map(nearest -> typesBy(name -> simpleName(name).equals(nearest)))
        .orElse(Set.of());
  }

  private Set<String> typesBy(Predicate<String> condition) {
    return loaded.stream()
        .map(Class::getName)
        .filter(condition)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Methods of the nearest name; all of them where none is near. */
  private static Collection<String> similarMethods(String name, List<MethodOutline> methods) {
    List<MethodOutline> callable = methods.stream().filter(m -> m.name().charAt(0) != '<').toList();
    List<String> names = callable.stream().map(MethodOutline::name).distinct().toList();
    return NearestNames.suggest(name, names)
        .map(nearest -> describe(callable.stream().filter(m -> m.name().equals(nearest)).toList()))
        .orElseGet(() -> describe(callable));
  }

  private static Optional<Class<?>> ancestorWith(Target target, Class<?> type) {
    return Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
        .map(
            parent ->
                methodsOf(parent).stream().anyMatch(target::describes)
                    ? parent
                    : ancestorWith(target, parent).orElse(null))
        .filter(Objects::nonNull)
        .<Class<?>>map(found -> found)
        .findFirst();
  }

  /** Reads the class file: reflection would load the classes that the methods name. */
  private static List<MethodOutline> methodsOf(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    @Nullable ClassOutline outline =
        loader == null ? null : ClassFiles.find(type.getName().replace('.', '/'), loader);
    return outline == null ? List.of() : outline.methods();
  }

  private static Collection<String> describe(List<MethodOutline> methods) {
    List<String> descriptions = new ArrayList<>();
    for (MethodOutline method : methods) {
      descriptions.add(Descriptors.describe(method.name(), method.descriptor()));
    }
    return descriptions;
  }

  private static String alternatives(Collection<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    String more = names.size() > MOST_CANDIDATES ? ", ..." : "";
    return names.stream()
        .limit(MOST_CANDIDATES)
        .collect(Collectors.joining(", ", "; there is ", more));
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }
}
