package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.text.NearestNames;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds what a name may have been meant for. */
final class SimilarNames {

  /** How many are named: enough to hold the one that was meant, few enough to be read. */
  static final int MOST = 5;

  private SimilarNames() {}

  /** Returns types of the same simple name, or else of one that differs little. */
  static Set<String> ofType(String type, KnownClasses classes) {
    String simple = simpleName(type);
    Set<String> same = typesBy(name -> simpleName(name).equals(simple), classes);
    if (!same.isEmpty()) {
      return same;
    }
    List<String> names =
        classes.all().stream()
            .map(other -> simpleName(other.name()))
            .filter(name -> Math.abs(name.length() - simple.length()) <= simple.length() / 3)
            .distinct()
            .toList();
    return NearestNames.suggest(simple, names)
        .map(nearest -> typesBy(name -> simpleName(name).equals(nearest), classes))
        .orElse(Set.of());
  }

  /** Returns methods of the nearest name; all of them where none is near. */
  static Collection<String> ofMethod(String name, List<MethodOutline> methods) {
    List<MethodOutline> callable = methods.stream().filter(m -> m.name().charAt(0) != '<').toList();
    List<String> names = callable.stream().map(MethodOutline::name).distinct().toList();
    return NearestNames.suggest(name, names)
        .map(nearest -> describe(callable.stream().filter(m -> m.name().equals(nearest)).toList()))
        .orElseGet(() -> describe(callable));
  }

  static List<String> describe(List<MethodOutline> methods) {
    return methods.stream()
        .map(method -> Descriptors.describe(method.name(), method.descriptor()))
        .toList();
  }

  /** Returns a clause that names what there is; empty where there is nothing. */
  static String alternatives(Collection<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    String more = names.size() > MOST ? ", ..." : "";
    return names.stream().limit(MOST).collect(Collectors.joining(", ", "; there is ", more));
  }

  private static Set<String> typesBy(Predicate<String> condition, KnownClasses classes) {
    return classes.all().stream()
        .map(KnownClass::name)
        .filter(condition)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }
}
