package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.text.NearestNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Explains why a target matches no method, and names similar classes and methods.
 *
 * @param whereabouts a description such as "has been loaded"
 * @param names the names of the classes by their simple names
 */
public record Mismatch(
    List<TypeDescription> classes, String whereabouts, Map<String, Set<String>> names) {

  private static final int MAX_ALTERNATIVES = 5;

  /** Creates an instance for loaded classes of the application. */
  public static Mismatch ofLoaded(List<Class<?>> loaded) {
    return of(
        loaded.stream()
            .map(
                type ->
                    types(new ClassFiles.Resources(type.getClassLoader()))
                        .describe(type.getName())
                        .resolve())
            .toList(),
        "has been loaded");
  }

  static Mismatch ofClassPath(ClassPathLoader loader) {
    TypePool types = types(new ClassFileLocator.Simple(loader.files()));
    return of(
        loader.files().keySet().stream()
            .sorted()
            .map(name -> types.describe(name).resolve())
            .toList(),
        "is on the class path");
  }

  private static Mismatch of(List<TypeDescription> classes, String whereabouts) {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    for (TypeDescription type : classes) {
      names
          .computeIfAbsent(simpleName(type.getName()), simple -> new TreeSet<>())
          .add(type.getName());
    }
    return new Mismatch(classes, whereabouts, names);
  }

  private static TypePool types(ClassFileLocator files) {
    return ClassFiles.types(
        new ClassFileLocator.Compound(files, ClassFileLocator.ForClassLoader.ofPlatformLoader()));
  }

  /** Returns why a target matches nothing, as a clause without a full stop. */
  public String explain(Target target) {
    TargetSpec spec = target.spec();
    TargetSpec other = target.overriddenBy();
    if (other != null) {
      return "its methods are guarded by target %s (%s), which comes before it"
          .formatted(other.name(), other.origin());
    }
    String within =
        spec.packages().isEmpty()
            ? ""
            : " (looked for in " + String.join(", ", spec.packages()) + ")";
    String type = spec.type();
    if (type == null) {
      return "no method of a class that %s carries %s%s%s"
          .formatted(whereabouts, spec.annotation(), within, similarAnnotations(spec));
    }
    return classes.stream()
        .filter(each -> each.getName().equals(type))
        .findFirst()
        .map(named -> explain(target, named) + within)
        .orElseGet(
            () ->
                "no class %s %s%s".formatted(type, whereabouts, alternatives(similarTypes(type))));
  }

  private String explain(Target target, TypeDescription named) {
    TargetSpec spec = target.spec();
    String type = named.getName();
    String method = spec.method().text();
    List<MethodDescription> methods = List.copyOf(named.getDeclaredMethods());
    List<MethodDescription> matching = methods.stream().filter(target::matchesMethod).toList();
    if (matching.isEmpty()) {
      return explainUndeclared(target, named, methods);
    }
    if (spec.subtypes()) {
      return explainSubtypes(target, named);
    }
    if (matching.stream().anyMatch(MethodDescription::isAbstract)) {
      return "%s is declared abstract in %s; set subtypes: true".formatted(method, type);
    }
    if (spec.field() != null && !Target.declares(named, spec.field())) {
      return "%s declares no field %s".formatted(type, spec.field());
    }
    return matching.stream().noneMatch(Target::isGuardable)
        ? "%s of %s has no body that could be guarded".formatted(method, type)
        : "%s, which declares %s, is in another package".formatted(type, method);
  }

  private String explainSubtypes(Target target, TypeDescription named) {
    return "no class that %s extends or implements %s and declares %s%s"
        .formatted(
            whereabouts, named.getName(), target.spec().method().text(), inheritors(target, named));
  }

  private String explainUndeclared(
      Target target, TypeDescription named, List<MethodDescription> methods) {
    TargetSpec spec = target.spec();
    String type = named.getName();
    String method = spec.method().text();
    if (spec.annotation() != null) {
      return "no method of %s carries %s%s"
          .formatted(type, spec.annotation(), similarAnnotations(spec));
    }
    List<MethodDescription> overloads =
        methods.stream().filter(each -> spec.method().matches(each.getInternalName())).toList();
    List<String> results =
        overloads.stream()
            .filter(target::matchesIgnoringReturnType)
            .map(each -> type + "." + MatchedMethod.describe(each) + " returns " + result(each))
            .toList();
    if (!results.isEmpty()) {
      return String.join(", ", results) + ", not " + spec.returns();
    }
    if (!overloads.isEmpty()) {
      return "%s has no %s with these parameters and result%s"
          .formatted(type, method, alternatives(describe(overloads)));
    }
    return ClassFiles.ancestors(named)
        .filter(parent -> declares(parent, target))
        .findFirst()
        .map(parent -> explainInherited(target, named, parent))
        .orElseGet(
            () ->
                "%s declares no %s%s"
                    .formatted(type, method, alternatives(similarMethods(method, methods))));
  }

  private String explainInherited(Target target, TypeDescription named, TypeDescription parent) {
    if (target.spec().subtypes()) {
      return explainSubtypes(target, named);
    }
    boolean isAbstract =
        parent.getDeclaredMethods().stream()
            .anyMatch(method -> target.matchesMethod(method) && method.isAbstract());
    return (isAbstract && named.isAbstract()
            ? "%s is declared abstract in %s, which %s extends; set subtypes: true"
            : "%s is declared in %s, not in %s")
        .formatted(target.spec().method().text(), parent.getName(), named.getName());
  }

  private static String result(MethodDescription method) {
    return method.getReturnType().asErasure().getActualName();
  }

  /** Names the subtypes that inherit the method from a class that is not a subtype itself. */
  private String inheritors(Target target, TypeDescription named) {
    return classes.stream()
        .filter(type -> isA(type, named) && !type.isInterface())
        .flatMap(
            type ->
                ClassFiles.ancestors(type)
                    .filter(parent -> !parent.isInterface() && !isA(parent, named))
                    .filter(parent -> declares(parent, target))
                    .limit(1)
                    .map(parent -> List.of(type.getName(), parent.getName())))
        .map(names -> "; %s inherits it from %s: name that class".formatted(names.toArray()))
        .sorted()
        .limit(MAX_ALTERNATIVES)
        .collect(Collectors.joining());
  }

  private static boolean isA(TypeDescription type, TypeDescription other) {
    return type.equals(other) || ClassFiles.ancestors(type).anyMatch(other::equals);
  }

  private static boolean declares(TypeDescription type, Target target) {
    return type.getDeclaredMethods().stream().anyMatch(target::matchesMethod);
  }

  /** Names similar annotations; none if the named one exists, and no method carries it. */
  private String similarAnnotations(TargetSpec spec) {
    String annotation = String.valueOf(spec.annotation());
    Collection<String> similar = similarTypes(annotation);
    return similar.contains(annotation) ? "" : alternatives(similar);
  }

  private Collection<String> similarTypes(String type) {
    String simple = simpleName(type);
    String nearest =
        names.containsKey(simple)
            ? simple
            : NearestNames.suggest(simple, names.keySet()).orElse("");
    return names.getOrDefault(nearest, Set.of());
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }

  private static List<String> similarMethods(String name, List<MethodDescription> methods) {
    List<MethodDescription> callable =
        methods.stream().filter(MethodDescription::isMethod).toList();
    List<String> names = callable.stream().map(MethodDescription::getInternalName).toList();
    String nearest = NearestNames.suggest(name, names).orElse("");
    return describe(
        callable.stream()
            .filter(each -> nearest.isEmpty() || nearest.equals(each.getInternalName()))
            .toList());
  }

  private static List<String> describe(List<MethodDescription> methods) {
    return methods.stream().map(MatchedMethod::describe).toList();
  }

  private static String alternatives(Collection<String> names) {
    String more = names.size() > MAX_ALTERNATIVES ? ", ..." : "";
    return names.isEmpty()
        ? ""
        : names.stream()
            .limit(MAX_ALTERNATIVES)
            .collect(Collectors.joining(", ", "; there is ", more));
  }
}
