package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Played runs made by hand. */
final class Played {

  private Played() {}

  static PlayedRun run(String id, int calls, Firing... firings) {
    return run(id, null, calls, Map.of(), firings);
  }

  static PlayedRun run(
      String id,
      @Nullable Boolean success,
      int calls,
      Map<String, Integer> equalCalls,
      Firing... firings) {
    return new PlayedRun(
        "runs.jsonl",
        id,
        null,
        success,
        calls,
        10L * calls,
        true,
        0,
        List.of(firings),
        List.of(),
        equalCalls,
        null,
        null);
  }

  static Firing hint(int call) {
    return firing(call, "search", "repeat", ResultMatch.EQUAL, Action.HINT);
  }

  static Firing warn(int call) {
    return firing(call, "search", "error", ResultMatch.NOT_COMPARED, Action.WARN);
  }

  static Firing firing(int call, String tool, String detector, ResultMatch results, Action rung) {
    Finding finding =
        new Finding(
            new Finding.Loop(detector, new Fingerprint(1, 2, 3, 4)),
            3,
            3,
            List.of(tool),
            new RepeatDetector.Repeats(results, 3),
            "default.threshold");
    return new Firing(
        call, tool, new Detection(finding, 1, rung, rung, null, SessionFacts.NONE), 100L, 0);
  }
}
