package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the keys {@code action} and {@code escalation}. */
final class LadderReader {

  private static final ScalarType<Action> ACTION = ScalarType.constantOf(Action.class);

  private LadderReader() {}

  /** Reads the ladder of a section that has both keys; {@code otherwise} where it names none. */
  static @Nullable Ladder read(Section section, @Nullable Ladder otherwise) {
    if (section.has("action") && section.has("escalation")) {
      section.error(
          section.originOfKey("escalation"),
          section.path()
              + ": \"action\" and \"escalation\" exclude each other; an action is short for an"
              + " escalation of one");
      return otherwise;
    }
    Ladder single = section.find("action", ACTION).map(Ladder::of).orElse(otherwise);
    List<Action> rungs = section.listOfSome("escalation", ACTION, "[hint, hint, abort]");
    if (rungs == null) {
      return single;
    }
    if (rungs.isEmpty()) {
      return otherwise;
    }
    warn(section, rungs);
    return new Ladder(rungs);
  }

  private static void warn(Section section, List<Action> rungs) {
    int end = rungs.indexOf(Action.TERMINATE);
    if (end >= 0 && end < rungs.size() - 1) {
      section.warning(
          section.originOf("escalation"),
          section.nested("escalation")
              + ": what stands after terminate is never reached, since the session has ended");
      return;
    }
    for (int i = 1; i < rungs.size(); i++) {
      if (rungs.get(i).compareTo(rungs.get(i - 1)) < 0) {
        section.warning(
            section.originOf("escalation"),
            "%s: %s after %s makes the ladder milder as the loop goes on"
                .formatted(
                    section.nested("escalation"),
                    ScalarType.nameOf(rungs.get(i)),
                    ScalarType.nameOf(rungs.get(i - 1))));
        return;
      }
    }
  }
}
