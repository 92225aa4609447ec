package io.loopsentinel.agent.command.check;

import java.util.List;

/**
 * A profile that the configuration uses.
 *
 * @param name its name
 * @param targets all of its targets
 */
record CheckedProfile(String name, List<CheckedTarget> targets) {

  CheckedProfile {
    targets = List.copyOf(targets);
  }

  long matched() {
    return targets.stream().filter(CheckedTarget::isMatched).count();
  }

  /** Returns the line that sums it up. */
  String summary() {
    long matched = matched();
    if (matched == 0) {
      return name + ": nothing of it is on this class path";
    }
    return name
        + ": "
        + (matched == targets.size()
            ? "all " + matched + " targets match"
            : matched
                + " of "
                + targets.size()
                + " targets match; the others are of other versions or modules");
  }
}
