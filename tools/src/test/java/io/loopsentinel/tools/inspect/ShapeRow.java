package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The targets that may be active for one package of wrong shapes.
 *
 * @param why what would be got wrong
 * @param may kinds and methods, as {@code tool Agent.dispatch}
 * @param never what no target in force may hold
 */
record ShapeRow(String why, List<String> may, List<String> never) {

  ShapeRow(String why, @Nullable List<String> may, @Nullable List<String> never) {
    this.why = why;
    this.may = Objects.requireNonNullElse(may, List.of());
    this.never = Objects.requireNonNullElse(never, List.of());
  }

  /** Returns the problems of the targets in force, in words. */
  List<String> violations(List<TargetInForce> targets) {
    List<String> violations = new ArrayList<>();
    for (TargetInForce target : targets) {
      if (!may.contains(target.name())) {
        violations.add(target.name() + " is in force");
        continue;
      }
      never.stream()
          .filter(target::violates)
          .forEach(entry -> violations.add(target.name() + ", never " + entry + ":\n" + target));
    }
    return violations;
  }

  @Override
  public String toString() {
    return why;
  }
}
