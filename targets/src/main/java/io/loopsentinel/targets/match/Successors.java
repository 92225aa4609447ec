package io.loopsentinel.targets.match;

import io.loopsentinel.targets.text.NearestNames;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Finds possible successors of methods in a new version of their classes.
 *
 * <p>A candidate is new, or an overload, and agrees with the lost method in two of three: the name,
 * the parameter types, and the class. A subtype, a supertype or a class with the same simple name
 * counts as the class.
 */
public final class Successors {

  private static final int MAX_CANDIDATES = 5;

  private final Map<String, TypeDescription> before;
  private final Map<String, TypeDescription> after;

  /**
   * A candidate.
   *
   * @param method its class, name, parameters and result
   * @param differs the differences: type, name, parameters, result
   */
  public record Successor(String method, List<String> differs) {}

  private record Candidate(Successor successor, int distance) {

    int differenceCount() {
      return successor.differs().size();
    }
  }

  /** Compares two versions of a class path. */
  public Successors(ClassPathLoader before, ClassPathLoader after) {
    this.before = types(before);
    this.after = types(after);
  }

  private static Map<String, TypeDescription> types(ClassPathLoader classes) {
    return Mismatch.ofClassPath(classes).classes().stream()
        .collect(Collectors.toMap(TypeDescription::getName, Function.identity()));
  }

  /** Returns the nearest candidates for lost methods, best first. */
  public List<Successor> of(List<Method> lost) {
    List<Successor> found =
        lost.stream()
            .flatMap(method -> candidates(method).stream())
            .sorted(
                Comparator.comparingInt(Candidate::differenceCount)
                    .thenComparingInt(Candidate::distance)
                    .thenComparing(each -> each.successor().method()))
            .map(Candidate::successor)
            .distinct()
            .toList();
    // If the method has moved unchanged, similar ones are irrelevant.
    return found.stream()
        .filter(each -> each.differs().size() <= found.get(0).differs().size() + 1)
        .limit(MAX_CANDIDATES)
        .toList();
  }

  private List<Candidate> candidates(Method method) {
    MethodDescription lost = new MethodDescription.ForLoadedMethod(method);
    String owner = method.getDeclaringClass().getName();
    TypeDescription next = after.get(owner);
    Set<String> supertypes =
        next == null
            ? Set.of()
            : ClassFiles.ancestors(next).map(TypeDescription::getName).collect(Collectors.toSet());
    List<Candidate> candidates = new ArrayList<>();
    for (TypeDescription type : after.values()) {
      for (MethodDescription each : type.getDeclaredMethods()) {
        boolean sameName = each.getInternalName().equals(lost.getInternalName());
        boolean sameTypes =
            !parameters(lost).isEmpty() && parameters(each).equals(parameters(lost));
        if ((sameName || sameTypes)
            && each.isMethod()
            && !each.isSynthetic()
            && ((sameName && sameTypes) || isRelated(type, owner, supertypes))
            && isNewOrOverload(type, each, sameName && type.getName().equals(owner), lost)) {
          candidates.add(candidate(type, each, owner, lost));
        }
      }
    }
    return candidates;
  }

  private static boolean isRelated(TypeDescription type, String owner, Set<String> supertypes) {
    return Mismatch.simpleName(type.getName()).equals(Mismatch.simpleName(owner))
        || supertypes.contains(type.getName())
        || ClassFiles.ancestors(type).anyMatch(parent -> parent.getName().equals(owner));
  }

  /** Returns whether a method is new, or an overload of the lost one. */
  private boolean isNewOrOverload(
      TypeDescription type, MethodDescription method, boolean overload, MethodDescription lost) {
    String key = MatchedMethod.key(method);
    if (overload) {
      return !key.equals(MatchedMethod.key(lost));
    }
    TypeDescription old = before.get(type.getName());
    return old == null
        || old.getDeclaredMethods().stream().map(MatchedMethod::key).noneMatch(key::equals);
  }

  private static Candidate candidate(
      TypeDescription type, MethodDescription method, String owner, MethodDescription lost) {
    List<String> differs = new ArrayList<>();
    if (!type.getName().equals(owner)) {
      differs.add("type");
    }
    if (!method.getInternalName().equals(lost.getInternalName())) {
      differs.add("name");
    }
    if (!parameters(method).equals(parameters(lost))) {
      differs.add("parameters");
    }
    if (!result(method).equals(result(lost))) {
      differs.add("result");
    }
    return new Candidate(
        new Successor(
            type.getName() + "." + MatchedMethod.describe(method) + ": " + result(method), differs),
        NearestNames.distance(method.getInternalName(), lost.getInternalName()));
  }

  private static List<String> parameters(MethodDescription method) {
    return method.getParameters().asTypeList().asErasures().stream()
        .map(type -> Mismatch.simpleName(type.getActualName()))
        .toList();
  }

  private static String result(MethodDescription method) {
    return Mismatch.simpleName(method.getReturnType().asErasure().getActualName());
  }
}
