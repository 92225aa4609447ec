package io.loopsentinel.agent.match;

import io.loopsentinel.agent.text.NearestNames;
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
 * <p>A candidate agrees with the lost method in two of three: the name, the parameter types, and
 * the class, a subtype, a supertype or a class of the same name. It is new, or an overload.
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

    int differences() {
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
  public List<Successor> of(List<Method> gone) {
    List<Successor> found =
        gone.stream()
            .flatMap(method -> candidates(method).stream())
            .sorted(
                Comparator.comparingInt(Candidate::differences)
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
    MethodDescription gone = new MethodDescription.ForLoadedMethod(method);
    String owner = method.getDeclaringClass().getName();
    TypeDescription kept = after.get(owner);
    Set<String> supertypes =
        kept == null
            ? Set.of()
            : ClassFiles.ancestors(kept).map(TypeDescription::getName).collect(Collectors.toSet());
    List<Candidate> candidates = new ArrayList<>();
    for (TypeDescription type : after.values()) {
      for (MethodDescription each : type.getDeclaredMethods()) {
        boolean named = each.getInternalName().equals(gone.getInternalName());
        boolean typed = !parameters(gone).isEmpty() && parameters(each).equals(parameters(gone));
        if ((named || typed)
            && each.isMethod()
            && !each.isSynthetic()
            && ((named && typed) || isRelated(type, owner, supertypes))
            && isPossible(type, each, named && type.getName().equals(owner), gone)) {
          candidates.add(candidate(type, each, owner, gone));
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
  private boolean isPossible(
      TypeDescription type, MethodDescription method, boolean overload, MethodDescription gone) {
    String key = MatchedMethod.key(method);
    if (overload) {
      return !key.equals(MatchedMethod.key(gone));
    }
    TypeDescription old = before.get(type.getName());
    return old == null
        || old.getDeclaredMethods().stream().map(MatchedMethod::key).noneMatch(key::equals);
  }

  private static Candidate candidate(
      TypeDescription type, MethodDescription method, String owner, MethodDescription gone) {
    List<String> differs = new ArrayList<>();
    if (!type.getName().equals(owner)) {
      differs.add("type");
    }
    if (!method.getInternalName().equals(gone.getInternalName())) {
      differs.add("name");
    }
    if (!parameters(method).equals(parameters(gone))) {
      differs.add("parameters");
    }
    if (!result(method).equals(result(gone))) {
      differs.add("result");
    }
    return new Candidate(
        new Successor(
            type.getName() + "." + MatchedMethod.describe(method) + ": " + result(method), differs),
        NearestNames.distance(method.getInternalName(), gone.getInternalName()));
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
