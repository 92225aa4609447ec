package io.loopsentinel.agent.instrument;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.text.NearestNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** Explains why a target has taken in no method, and names what may have been meant. */
final class Mismatch {

  /** How many are named: enough to hold the one that was meant, few enough to be read. */
  private static final int MOST = 5;

  private final List<TypeDescription> classes;
  private final String whereabouts;

  /**
   * Creates an explanation.
   *
   * @param classes those of the application
   * @param whereabouts says what all of them are, as in "has been loaded"
   */
  private Mismatch(Stream<TypeDescription> classes, String whereabouts) {
    this.classes = classes.toList();
    this.whereabouts = whereabouts;
  }

  /** Creates one that looks among the loaded classes that are neither the JDK's nor the agent's. */
  static Mismatch ofLoaded(Collection<Class<?>> loaded) {
    return new Mismatch(
        loaded.stream()
            .filter(type -> !type.isArray() && !type.isHidden() && !type.isPrimitive())
            .filter(type -> TargetTransformer.isOfApplication(type.getClassLoader()))
            .filter(type -> !isAgentOutsideItsLoader(type.getName()))
            .map(type -> types(ClassFiles.of(type.getClassLoader())).describe(type.getName()))
            .map(TypePool.Resolution::resolve),
        "has been loaded");
  }

  /** Creates one that looks among the classes of a class path. */
  static Mismatch ofClassPath(ClassPathLoader loader) {
    TypePool types = types(loader.files());
    return new Mismatch(
        loader.names().stream().sorted().map(name -> types.describe(name).resolve()),
        "is on the class path");
  }

  private static TypePool types(ClassFileLocator files) {
    return ClassFiles.types(new ClassFileLocator.Compound(files, ClassFiles.ofJdk()));
  }

  /** What starts the agent, and what it shows the application, is loaded as the application is. */
  private static boolean isAgentOutsideItsLoader(String name) {
    return name.startsWith("io.loopsentinel.launch.")
        || name.startsWith("io.loopsentinel.hook.")
        || name.equals(ToolLoopError.class.getName())
        || name.startsWith(ToolLoopError.class.getName() + "$");
  }

  /** Returns what stands between a target and a method, as a clause without a full stop. */
  String explain(Target target) {
    TargetSpec other = target.overriddenBy();
    if (other != null) {
      return "what it matches is guarded by target %s (%s), which stands before it"
          .formatted(other.name(), other.origin());
    }
    String type = target.spec().type();
    if (type == null) {
      return "no method of a class that "
          + whereabouts
          + " carries "
          + target.spec().annotation()
          + within(target)
          + alternatives(similarAnnotations(target));
    }
    return classes.stream()
        .filter(each -> each.getName().equals(type))
        .findFirst()
        .map(named -> explain(target, named) + within(target))
        .orElseGet(() -> "no class " + type + " " + whereabouts + alternatives(similarTypes(type)));
  }

  private static String within(Target target) {
    List<String> packages = target.spec().packages();
    return packages.isEmpty() ? "" : " (looked for in " + String.join(", ", packages) + ")";
  }

  private String explain(Target target, TypeDescription named) {
    TargetSpec spec = target.spec();
    String method = spec.method().text();
    List<MethodDescription.InDefinedShape> methods = List.copyOf(named.getDeclaredMethods());
    List<MethodDescription.InDefinedShape> described =
        methods.stream().filter(target::describes).toList();
    if (described.stream().anyMatch(MethodDescription::isAbstract) && !spec.subtypes()) {
      return method + " is declared abstract in " + named.getName() + "; set subtypes: true";
    }
    if (described.isEmpty() && spec.annotation() != null) {
      return "no method of %s carries %s".formatted(named.getName(), spec.annotation())
          + alternatives(similarAnnotations(target));
    }
    List<MethodDescription.InDefinedShape> homonyms =
        methods.stream().filter(m -> spec.method().matches(m.getInternalName())).toList();
    if (described.isEmpty() && !homonyms.isEmpty()) {
      return "%s has no %s with these parameters and result%s"
          .formatted(named.getName(), method, alternatives(describe(homonyms)));
    }
    if (spec.subtypes() && !described.isEmpty()) {
      return "no class that %s extends or implements %s and declares %s"
              .formatted(whereabouts, named.getName(), method)
          + heirs(target, named);
    }
    if (!described.isEmpty()) {
      return unguardable(spec, named, described);
    }
    return ClassFiles.ancestors(named)
        .filter(parent -> declares(parent, target))
        .findFirst()
        .map(
            declaring ->
                "%s is declared in %s, not in %s"
                    .formatted(method, declaring.getName(), named.getName()))
        .orElseGet(
            () ->
                "%s declares no %s%s"
                    .formatted(
                        named.getName(), method, alternatives(similarMethods(method, methods))));
  }

  /** The class declares what is described, and more than that is wanted. */
  private static String unguardable(
      TargetSpec spec, TypeDescription named, List<? extends MethodDescription> described) {
    if (spec.field() != null && !Target.declares(named, spec.field())) {
      return "%s declares no field %s".formatted(named.getName(), spec.field());
    }
    String method = spec.method().text();
    return described.stream().noneMatch(Target::isGuardable)
        ? "%s of %s has no body that could be guarded".formatted(method, named.getName())
        : "%s, which declares %s, is not of these".formatted(named.getName(), method);
  }

  /** Names the subtypes that inherit the method from a class that is none. */
  private String heirs(Target target, TypeDescription named) {
    return classes.stream()
        .filter(type -> isA(type, named) && !type.isInterface())
        .flatMap(
            type ->
                ClassFiles.ancestors(type)
                    .filter(parent -> !parent.isInterface() && !isA(parent, named))
                    .filter(parent -> declares(parent, target))
                    .limit(1)
                    .map(
                        parent ->
                            "; %s inherits it from %s: name that class"
                                .formatted(type.getName(), parent.getName())))
        .sorted()
        .limit(MOST)
        .collect(Collectors.joining());
  }

  private static boolean isA(TypeDescription type, TypeDescription other) {
    return type.equals(other) || ClassFiles.ancestors(type).anyMatch(other::equals);
  }

  private static boolean declares(TypeDescription type, Target target) {
    return type.getDeclaredMethods().stream().anyMatch(target::describes);
  }

  /** An annotation that is there may be named rightly, and be on no method. */
  private Set<String> similarAnnotations(Target target) {
    String annotation = String.valueOf(target.spec().annotation());
    Set<String> similar = similarTypes(annotation);
    return similar.contains(annotation) ? Set.of() : similar;
  }

  /** Returns types of the same simple name, or else of one that differs little. */
  private Set<String> similarTypes(String type) {
    String simple = simpleName(type);
    Set<String> same = typesOf(simple::equals);
    if (!same.isEmpty()) {
      return same;
    }
    List<String> names =
        classes.stream()
            .map(other -> simpleName(other.getName()))
            .filter(name -> Math.abs(name.length() - simple.length()) <= simple.length() / 3)
            .distinct()
            .toList();
    return NearestNames.suggest(simple, names)
        .map(nearest -> typesOf(nearest::equals))
        .orElse(Set.of());
  }

  private Set<String> typesOf(Predicate<String> simpleName) {
    return classes.stream()
        .map(TypeDescription::getName)
        .filter(name -> simpleName.test(simpleName(name)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }

  /** Returns methods of the nearest name; all of them where none is near. */
  private static List<String> similarMethods(
      String name, List<? extends MethodDescription> methods) {
    List<? extends MethodDescription> callable =
        methods.stream().filter(MethodDescription::isMethod).toList();
    Optional<String> nearest =
        NearestNames.suggest(
            name, callable.stream().map(MethodDescription::getInternalName).distinct().toList());
    return describe(
        callable.stream()
            .filter(m -> nearest.isEmpty() || nearest.get().equals(m.getInternalName()))
            .toList());
  }

  private static List<String> describe(List<? extends MethodDescription> methods) {
    return methods.stream().map(MatchedMethod::describe).toList();
  }

  /** Returns a clause that names what there is; empty where there is nothing. */
  private static String alternatives(Collection<String> names) {
    String more = names.size() > MOST ? ", ..." : "";
    return names.isEmpty()
        ? ""
        : names.stream().limit(MOST).collect(Collectors.joining(", ", "; there is ", more));
  }
}
