package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A method that may be a target, with its score and the reasons. */
final class RankedMethod {

  static final Comparator<RankedMethod> BEST_FIRST =
      Comparator.comparingInt(RankedMethod::score)
          .reversed()
          .thenComparing(each -> each.type().name())
          .thenComparing(each -> each.method().name())
          .thenComparing(each -> each.method().ref().descriptor());

  private final TargetKind kind;
  private final ScannedType type;
  private final ScannedMethod method;
  private final List<String> reasons = new ArrayList<>();
  private final Map<String, String> expressions = new LinkedHashMap<>();
  private String holder = "";
  private int score;

  RankedMethod(TargetKind kind, ScannedType type, ScannedMethod method) {
    this.kind = kind;
    this.type = type;
    this.method = method;
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

  MethodRef ref() {
    return method.ref();
  }

  int score() {
    return score;
  }

  List<String> reasons() {
    return List.copyOf(reasons);
  }

  /** Returns the proposed expressions by their keys in a target; the caller may add more. */
  Map<String, String> expressions() {
    return expressions;
  }

  /** Returns the type that holds the name and the arguments of a call; empty if none does. */
  String holder() {
    return holder;
  }

  void setHolder(String type) {
    holder = type;
  }

  void add(int weight, String reason, boolean applies) {
    if (applies && weight != 0) {
      score += weight;
      reasons.add("%+d %s".formatted(weight, reason));
    }
  }

  /** Adds the evidence in the names of the method and its class. */
  void addNames(Names names) {
    add(8, "is named " + method.name(), method.words().any(names.verbs()));
    add(8, "is named after " + names.meaning(), method.words().any(names.nouns()));
    add(8, "belongs to " + type.words().name(), type.words().any(names.nouns()));
    add(
        -24,
        "has the name of a method that does something else",
        method.words().areOfOtherMethod());
    add(-16, "belongs to a class that only accompanies calls", type.words().areOfOtherType());
  }

  /**
   * The words in names of one kind of target.
   *
   * @param meaning what the nouns are about
   */
  record Names(String meaning, Set<String> verbs, Set<String> nouns) {}
}
