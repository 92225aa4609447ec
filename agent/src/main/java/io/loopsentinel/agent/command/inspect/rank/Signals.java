package io.loopsentinel.agent.command.inspect.rank;

import java.util.ArrayList;
import java.util.List;

/** Collects the signs that were seen on one method. */
final class Signals {

  private final List<Signal> seen = new ArrayList<>();

  /** Adds a sign where it was seen. */
  void add(boolean condition, int weight, String reason) {
    if (condition && weight != 0) {
      seen.add(new Signal(weight, reason));
    }
  }

  List<Signal> all() {
    return List.copyOf(seen);
  }
}
