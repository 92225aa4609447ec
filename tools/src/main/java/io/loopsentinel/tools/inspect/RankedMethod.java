package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A method that may be a target, with its score and the reasons. */
final class RankedMethod {

  static final Comparator<RankedMethod> BEST_FIRST =
      Comparator.comparingInt((RankedMethod each) -> each.score)
          .reversed()
          .thenComparing(each -> each.method.ref().toString());

  private final TargetKind kind;
  private final ScannedType type;
  private final ScannedMethod method;
  private final Optional<ToolCallShape> shape;
  private final List<String> reasons = new ArrayList<>();
  private int score;

  /**
   * Creates a method without a score.
   *
   * @param shape where a dispatch of tools finds the call; empty for other kinds
   */
  RankedMethod(
      TargetKind kind, ScannedType type, ScannedMethod method, Optional<ToolCallShape> shape) {
    this.kind = kind;
    this.type = type;
    this.method = method;
    this.shape = shape;
  }

  TargetKind kind() {
    return kind;
  }

  ScannedType type() {
    return type;
  }

  ScannedMethod method() {
    return method;
  }

  Optional<ToolCallShape> shape() {
    return shape;
  }

  int score() {
    return score;
  }

  List<String> reasons() {
    return List.copyOf(reasons);
  }

  /** Changes the score and adds the reason, if it applies. */
  void add(int weight, String reason, boolean applies) {
    if (applies && weight != 0) {
      score += weight;
      reasons.add((weight > 0 ? "+" : "") + weight + " " + reason);
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
