package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A method that may be a target.
 *
 * @param shape where a dispatch of tools finds the call; empty for other kinds
 * @param evidence what makes it a target or not
 */
record RankedMethod(
    TargetKind kind,
    ScannedType type,
    ScannedMethod method,
    Optional<ToolCallShape> shape,
    List<Evidence> evidence) {

  static final Comparator<RankedMethod> BEST_FIRST =
      Comparator.comparingInt(RankedMethod::score)
          .reversed()
          .thenComparing(each -> each.method.ref().toString());

  private record Evidence(int weight, String reason) {}

  /** Creates a method without evidence. */
  RankedMethod(
      TargetKind kind, ScannedType type, ScannedMethod method, Optional<ToolCallShape> shape) {
    this(kind, type, method, shape, new ArrayList<>());
  }

  int score() {
    return evidence.stream().mapToInt(Evidence::weight).sum();
  }

  List<String> reasons() {
    return evidence.stream()
        .map(each -> (each.weight > 0 ? "+" : "") + each.weight + " " + each.reason)
        .toList();
  }

  /** Adds evidence, if it applies. */
  void add(int weight, String reason, boolean applies) {
    if (applies && weight != 0) {
      evidence.add(new Evidence(weight, reason));
    }
  }

  /** Adds the evidence in the names of the method and its class. */
  void addNames(Set<String> verbs, Set<String> nouns) {
    Words words = method.words();
    add(8, "is named " + method.name(), words.any(verbs) || words.any(nouns));
    add(8, "has both a verb and a noun for it in its name", words.any(verbs) && words.any(nouns));
    add(8, "belongs to " + type.words().name(), type.words().any(nouns));
    add(-24, "has the name of a method that does something else", words.areOfOtherMethod());
    add(-16, "belongs to a class that only accompanies calls", type.words().areOfOtherType());
  }
}
