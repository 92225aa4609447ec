package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SeenCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.ExtensionDetector;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that a rule of an extension judges. */
class ExtensionRuleTest {

  private final List<List<SeenCall>> shown = new ArrayList<>();

  @Test
  void seesTheCallsBeforeWithTheirOutcomesTheLatestFirst() {
    LoopEngine engine = engine(true, (call, earlier) -> null);

    call(engine, "read", 1, "page 1");
    call(engine, "read", 2, new IllegalStateException("no such page"));
    call(engine, "find", 3, "nothing");

    List<SeenCall> last = shown.get(2);
    assertThat(last).extracting(SeenCall::tool).containsExactly("read", "read");
    assertThat(last).extracting(SeenCall::failed).containsExactly(true, false);
    assertThat(last).extracting(SeenCall::result).doesNotContainNull();
    assertThat(last).extracting(SeenCall::fingerprint).doesNotHaveDuplicates();
  }

  @Test
  void isToldInItsOwnWordsAndClimbsItsLadder() {
    LoopEngine engine =
        engine(
            true,
            (call, earlier) ->
                earlier.size() < 2
                    ? null
                    : new FoundLoop(call.tool(), earlier.size(), 2, "Two are enough.", "Answer."));
    call(engine, "read", 1, "page 1");
    call(engine, "read", 2, "page 2");

    Decision.Found first = (Decision.Found) call(engine, "read", 3, "page 3");
    Decision.Found second = (Decision.Found) call(engine, "read", 4, "page 4");

    Detection detection = first.decisive();
    assertThat(detection.finding().detector()).isEqualTo("pages");
    assertThat(detection.finding().setting()).isEqualTo("detectors.pages");
    assertThat(detection.summary()).isEqualTo("Two are enough");
    assertThat(first.action()).isEqualTo(Action.HINT);
    assertThat(second.action()).isEqualTo(Action.ABORT);
  }

  @Test
  void isNotAskedWhereItIsSwitchedOff() {
    LoopEngine engine = engine(false, (call, earlier) -> null);

    call(engine, "read", 1, "page 1");

    assertThat(shown).isEmpty();
  }

  private LoopEngine engine(boolean enabled, LoopRule rule) {
    LoopRule seen =
        (call, earlier) -> {
          shown.add(earlier);
          return rule.check(call, earlier);
        };
    return new LoopEngine(
        EngineSettings.DEFAULT.withDetectors(
            List.of(
                new ExtensionDetector.Settings(
                    "pages", enabled, new Ladder(List.of(Action.HINT, Action.ABORT)), seen))),
        new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  private static Decision call(LoopEngine engine, String tool, int page, Object outcome) {
    Decision decision = engine.judge("s", engine.identify(tool, Map.of("page", page)));
    RecordedCall recorded = decision.recorded();
    if (recorded != null && outcome instanceof Exception failure) {
      engine.outcomeFailed(recorded, failure);
    } else if (recorded != null) {
      engine.outcome(recorded, outcome);
    }
    return decision;
  }
}
