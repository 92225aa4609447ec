package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.LoopErrorDetails;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settings are changed while sessions live: what they hold counts under the new ones. */
class ChangedSettingsTest {

  private LoopEngine engine = Engines.of("sentinel:\n  default: {threshold: 5}\n");

  @Test
  void countsTheCallsMadeBeforeUnderALowerThreshold() {
    calls("search", 3);

    change("default: {threshold: 3}");

    assertThat(call("search")).isEqualTo(Action.HINT);
  }

  @Test
  void continuesCallsUnderTheHigherThreshold() {
    calls("search", 5);
    assertThat(call("search")).isEqualTo(Action.HINT);

    change("default: {threshold: 8, threshold_with_progress: 8}");

    assertThat(call("search")).isNull();
  }

  @Test
  void letsTheStepsOfACycleRunUnderMoreRepetitions() {
    change("default: {threshold: 9}");
    for (int i = 0; i < 3; i++) {
      calls("search", 1);
      calls("fetch", 1);
    }
    assertThat(call("search")).isEqualTo(Action.HINT);

    change("default: {threshold: 9}\n  detectors: {cycle: {repetitions: 9}}");

    assertThat(call("search")).isNull();
    assertThat(call("fetch")).isNull();
  }

  @Test
  void continuesTheLadderFromItsRung() {
    calls("search", 5);
    call("search");

    change("default: {threshold: 5, escalation: [warn, abort]}");

    assertThat(call("search")).isEqualTo(Action.ABORT);
  }

  @Test
  void countsTheCallsMadeBeforeInTheWindowOfANewOverride() {
    calls("search", 2);

    change("overrides: {search: {threshold: 2, window_size: 4}}");

    assertThat(call("search")).isEqualTo(Action.HINT);
  }

  @Test
  void fillsAWindowThatHasGrown() {
    calls("search", 4);
    change(
        "default: {threshold: 12, window_size: 40, threshold_with_progress: 12}\n"
            + "  detectors: {similar_calls: {enabled: false}, stagnation: {enabled: false}}");

    assertThat(calls("search", 8)).isNull();

    assertThat(call("search")).isEqualTo(Action.HINT);
  }

  @Test
  void countsInAWindowThatHasShrunk() {
    calls("search", 4);
    change("default: {threshold: 3, window_size: 3}");
    calls("look", 1);

    assertThat(call("search")).isNull();
  }

  @Test
  void changesTheWindowOfAnOverride() {
    change("overrides: {search: {threshold: 20, window_size: 50}}");
    calls("search", 15);

    change("overrides: {search: {threshold: 10, window_size: 20}}");

    assertThat(call("search")).isEqualTo(Action.HINT);
  }

  @Test
  void switchesADetectorOff() {
    calls("search", 5);

    change("detectors: {repeat: {enabled: false}, stagnation: {enabled: false}}");

    assertThat(call("search")).isNull();
  }

  @Test
  void leavesTheModeAsItWasSwitched() {
    engine.controls().setMode(Mode.OBSERVE);

    change("default: {threshold: 1}");
    calls("search", 1);

    assertThat(call("search")).isEqualTo(Action.OBSERVE);
  }

  @Test
  void forgetsSessionsThatAreTooManyByNow() {
    for (int i = 0; i < 5; i++) {
      engine.judge("session " + i, engine.identify("search", Map.of()));
    }

    change("sessions: {max: 2}");
    engine.judge("another", engine.identify("search", Map.of()));

    assertThat(engine.sessions()).hasSize(2);
  }

  @Test
  void judgesTheOutcomeOfACallThatBeganBefore() {
    LoopEngine before = engine;
    Decision decision = before.judge("main", before.identify("search", Map.of("q", "x")));
    change("default: {threshold: 1}");

    before.outcome(Objects.requireNonNull(decision.recorded()), "nothing found for this");

    assertThat(call("search")).isEqualTo(Action.HINT);
  }

  @Test
  void refusesTheNextRequestOfARunThatWasEndedBefore() {
    endAtNextRequest();

    change("default: {threshold: 9}");

    assertThat(engine.runEnds().pending("main")).isNotNull();
    assertThat(refused("main")).isEqualTo("search");
    assertThat(engine.runEnds().pending("main")).isNull();
    assertThat(refused("main")).isNull();
    assertThat(call("search")).isNull();
  }

  @Test
  void refusesTheNextCallAfterAbortAtChangesToCall() {
    endAtNextRequest();

    change("abort_at: call");

    assertThat(engine.runEnds().canDefer("main")).isFalse();
    assertThat(engine.runEnds().pending("main")).isNotNull();
    assertThat(refused("main")).isEqualTo("search");
  }

  @Test
  void refusesNothingInModeObserve() {
    endAtNextRequest();
    engine.controls().setMode(Mode.OBSERVE);

    change("default: {threshold: 9}");

    assertThat(engine.runEnds().pending("main")).isNull();
    assertThat(refused("main")).isNull();
  }

  @Test
  void defersTheEndOfARunWhoseRequestsWereSeenBefore() {
    change("abort_at: call");
    engine.runEnds().take("main");

    change("abort_at: next_request");

    assertThat(engine.runEnds().canDefer("main")).isTrue();
    assertThat(engine.runEnds().canDefer("another")).isFalse();
  }

  /** Has two sessions whose requests are seen, and ends the run of one. */
  private void endAtNextRequest() {
    engine.runEnds().take("main");
    engine.runEnds().take("another");
    calls("search", 5);
    ToolCall call = engine.identify("search", Map.of("q", "x"));
    Decision.Found found = (Decision.Found) engine.judge("main", call);
    assertThat(engine.runEnds().canDefer("main")).isTrue();
    LoopReport report = engine.report("main", call, found.decisive());
    engine
        .runEnds()
        .defer("main", new RunEnds.PendingEnd(LoopErrorDetails.of(report, false), false));
    assertThat(engine.runEnds().pending("another")).isNull();
  }

  /** Sends a request to the model; returns the tool for whose call it is refused. */
  private @Nullable String refused(String session) {
    RunEnds.PendingEnd end = engine.runEnds().take(session);
    return end == null ? null : end.error().tool();
  }

  private void change(String settings) {
    engine = engine.withSettings(Engines.config("sentinel:\n  " + settings + "\n"));
  }

  /** Makes equal calls with equal results; returns what was done about the last. */
  private @Nullable Action calls(String tool, int times) {
    Action last = null;
    for (int i = 0; i < times; i++) {
      last = call(tool);
    }
    return last;
  }

  private @Nullable Action call(String tool) {
    Decision decision = engine.judge("main", engine.identify(tool, Map.of("q", "x")));
    if (decision.recorded() != null) {
      engine.outcome(decision.recorded(), "nothing found for this");
    }
    return Engines.action(decision);
  }
}
