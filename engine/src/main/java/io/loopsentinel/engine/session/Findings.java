package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What several detectors found about one call; mostly nothing, which takes no list. */
final class Findings {

  private Findings() {}

  /** Returns those that are there. */
  static List<Finding> of(@Nullable Finding a, @Nullable Finding b, @Nullable Finding c) {
    if (a == null && b == null && c == null) {
      return List.of();
    }
    List<Finding> found = new ArrayList<>();
    add(found, a);
    add(found, b);
    add(found, c);
    return found;
  }

  /** Returns those that are there, and others. */
  static List<Finding> of(@Nullable Finding a, @Nullable Finding b, List<Finding> others) {
    if (a == null && b == null) {
      return others;
    }
    List<Finding> found = new ArrayList<>(of(a, b, (Finding) null));
    found.addAll(others);
    return found;
  }

  private static void add(List<Finding> found, @Nullable Finding finding) {
    if (finding != null) {
      found.add(finding);
    }
  }
}
