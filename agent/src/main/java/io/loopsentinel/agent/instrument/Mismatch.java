package io.loopsentinel.agent.instrument;

import static io.loopsentinel.agent.instrument.SimilarNames.alternatives;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Explains why a target has taken in no method, and names what may have been meant. */
final class Mismatch {

  private final KnownClasses classes;

  /** Creates an explanation that looks among some classes. */
  Mismatch(KnownClasses classes) {
    this.classes = classes;
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
          + classes.whereabouts()
          + " carries "
          + target.spec().annotation()
          + within(target)
          + alternatives(similarAnnotations(target));
    }
    Optional<KnownClass> named = classes.find(type);
    return named.isEmpty()
        ? "no class "
            + type
            + " "
            + classes.whereabouts()
            + alternatives(SimilarNames.ofType(type, classes))
        : explain(target, named.get()) + within(target);
  }

  private static String within(Target target) {
    List<String> packages = target.spec().packages();
    return packages.isEmpty() ? "" : " (looked for in " + String.join(", ", packages) + ")";
  }

  /** An annotation that is there may be named rightly, and be on no method. */
  private Set<String> similarAnnotations(Target target) {
    String annotation = String.valueOf(target.spec().annotation());
    Set<String> similar = SimilarNames.ofType(annotation, classes);
    return similar.contains(annotation) ? Set.of() : similar;
  }

  private String explain(Target target, KnownClass named) {
    String method = target.spec().method().text();
    List<MethodOutline> methods = named.methods();
    List<MethodOutline> described = methods.stream().filter(target::describes).toList();
    if (described.stream().anyMatch(MethodOutline::isAbstract) && !target.spec().subtypes()) {
      return method + " is declared abstract in " + named.name() + "; set subtypes: true";
    }
    List<MethodOutline> homonyms =
        methods.stream().filter(m -> target.spec().method().matches(m.name())).toList();
    String annotation = target.spec().annotation();
    if (described.isEmpty() && annotation != null) {
      return "no method of %s carries %s".formatted(named.name(), annotation)
          + alternatives(similarAnnotations(target));
    }
    if (described.isEmpty() && !homonyms.isEmpty()) {
      return "%s has no %s with these parameters and result%s"
          .formatted(named.name(), method, alternatives(SimilarNames.describe(homonyms)));
    }
    if (target.spec().subtypes() && !described.isEmpty()) {
      return "no class that %s extends or implements %s and declares %s"
              .formatted(classes.whereabouts(), named.name(), method)
          + heirs(target, named);
    }
    if (!described.isEmpty()) {
      return unguardable(target, named, described);
    }
    return ancestorWith(target, named)
        .map(
            declaring ->
                "%s is declared in %s, not in %s".formatted(method, declaring.name(), named.name()))
        .orElseGet(
            () ->
                "%s declares no %s%s"
                    .formatted(
                        named.name(),
                        method,
                        alternatives(SimilarNames.ofMethod(method, methods))));
  }

  /** The class declares what is described, and more than that is wanted. */
  private static String unguardable(
      Target target, KnownClass named, List<MethodOutline> described) {
    String field = target.spec().field();
    if (field != null && !named.declaresField(field)) {
      return "%s declares no field %s".formatted(named.name(), field);
    }
    String method = target.spec().method().text();
    return described.stream().noneMatch(MethodOutline::isGuardable)
        ? "%s of %s has no body that could be guarded".formatted(method, named.name())
        : "%s, which declares %s, is not of these".formatted(named.name(), method);
  }

  /** Names the subtypes that inherit the method from a class that is none. */
  private String heirs(Target target, KnownClass named) {
    return classes.all().stream()
        .filter(type -> !type.isInterface() && type.isA(named))
        .flatMap(
            type ->
                type.ancestors().stream()
                    .filter(parent -> !parent.isInterface() && !parent.isA(named))
                    .filter(parent -> parent.methods().stream().anyMatch(target::describes))
                    .limit(1)
                    .map(
                        parent ->
                            "; %s inherits it from %s: name that class"
                                .formatted(type.name(), parent.name())))
        .sorted()
        .limit(SimilarNames.MOST)
        .collect(Collectors.joining());
  }

  private static Optional<KnownClass> ancestorWith(Target target, KnownClass type) {
    return type.ancestors().stream()
        .filter(parent -> parent.methods().stream().anyMatch(target::describes))
        .findFirst();
  }
}
