package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.settings.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The maximum number of calls of a tool, in a session or within a time. */
class MaxCallsTest {

  private static final String THREE = "overrides: {search: {max_calls: 3}}";
  private static final String RATE = "overrides: {search: {max_calls: {n: 2, within: 10s}}}";

  private Instant now = Instant.parse("2026-05-01T12:00:00Z");
  private LoopEngine engine = engine(THREE);
  private int query;

  @Test
  void refusesEachFurtherCallAndThenEndsTheRun() {
    List<Action> actions = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      actions.add(search());
    }

    assertThat(actions).containsExactly(null, null, null, Action.HINT, Action.HINT, Action.ABORT);
    assertThat(action("main", "look")).isNull();
    assertThat(action("another", "search")).isNull();
  }

  @Test
  void tellsTheModelTheMaximum() {
    searches(3);

    assertThat(hint())
        .isEqualTo(
            "loop-detected: search may be called at most 3 times in this conversation, and was"
                + " called 3 times. This call was not run. Use the results you already have, use"
                + " another tool, or answer with what you know.");
    assertThat(hint())
        .contains("If search is called again, the run is stopped with an error.")
        .contains("(1) use another tool;");
  }

  @Test
  void isStatedWithItsSettingInReports() {
    searches(3);

    Decision.Found found = (Decision.Found) decision("main", "search");

    assertThat(found.decisive().finding())
        .satisfies(finding -> assertThat(finding.detector()).isEqualTo("max_calls"))
        .satisfies(finding -> assertThat(finding.count()).isEqualTo(3))
        .satisfies(finding -> assertThat(finding.threshold()).isEqualTo(3))
        .satisfies(
            finding -> assertThat(finding.setting()).isEqualTo("overrides.search.max_calls"));
    assertThat(found.decisive().summary()).isEqualTo("search has reached its maximum of 3 calls");
  }

  @Test
  void countsEachToolThatAPatternMatches() {
    engine = engine("overrides: {\"get_*\": {max_calls: 1}}");

    assertThat(action("main", "get_a")).isNull();
    assertThat(action("main", "get_b")).isNull();
    assertThat(action("main", "get_a")).isEqualTo(Action.HINT);
  }

  @Test
  void countsEqualCallsOfOneResponse() {
    engine.turns().judge("main", new ModelTurn(null, 0, 0, null));

    List<Action> actions = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      actions.add(Engines.action(engine.judge("main", engine.identify("search", Map.of()))));
    }

    assertThat(actions).containsExactly(null, null, null, Action.HINT);
  }

  @Test
  void followsTheLadderOfTheTool() {
    engine = engine("overrides: {search: {max_calls: 1, action: warn}}");
    searches(1);

    assertThat(search()).isEqualTo(Action.WARN);
    assertThat(search()).isEqualTo(Action.WARN);
  }

  @Test
  void survivesAChangeOfTheConfiguration() {
    searches(2);

    engine = engine.withSettings(Engines.config("sentinel:\n  " + THREE + "\n  mode: enforce\n"));
    searches(1);

    assertThat(search()).isEqualTo(Action.HINT);

    engine = engine.withSettings(Engines.config("sentinel: {overrides: {search: {max_calls: 4}}}"));
    assertThat(search()).isNull();
    assertThat(search()).isEqualTo(Action.HINT);
  }

  @Test
  void allowsTheNextCallWhenTheTimeHasPassed() {
    engine = engine(RATE);
    assertThat(search()).isNull();
    pass(4);
    assertThat(search()).isNull();
    pass(3);
    assertThat(search()).isEqualTo(Action.HINT);

    pass(3);

    assertThat(search()).as("ten seconds after the first call").isNull();
    pass(3);
    assertThat(search()).as("nine seconds after the second call").isEqualTo(Action.HINT);
    pass(1);
    assertThat(search()).isNull();
  }

  @Test
  void tellsTheModelWhenTheToolMayBeCalledAgain() {
    engine = engine(RATE);
    searches(2);
    now = now.plusMillis(6_500);

    assertThat(hint())
        .isEqualTo(
            "loop-detected: search may be called at most 2 times within 10 seconds. It may be"
                + " called again in 4 seconds. This call was not run. Wait that long, use the"
                + " results you already have, use another tool, or answer with what you know.");
    assertThat(hint())
        .contains("If search is called again before that, the run is stopped with an error.");
  }

  @Test
  void beginsTheLadderAgainWhenACallRan() {
    engine = engine(RATE);
    searches(2);
    assertThat(search()).isEqualTo(Action.HINT);
    assertThat(search()).isEqualTo(Action.HINT);

    pass(10);
    searches(2);

    assertThat(search()).isEqualTo(Action.HINT);
    assertThat(search()).isEqualTo(Action.HINT);
    assertThat(search()).isEqualTo(Action.ABORT);
  }

  @Test
  void isNotExceededWhenTheClockIsSetBack() {
    engine = engine(RATE);
    searches(2);

    pass(-3_600);

    assertThat(search()).isNull();
  }

  private LoopEngine engine(String settings) {
    return Engines.of("sentinel:\n  " + settings + "\n", () -> now);
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private void searches(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(search()).isNull();
    }
  }

  private @Nullable Action search() {
    return action("main", "search");
  }

  private @Nullable Action action(String session, String tool) {
    return Engines.action(decision(session, tool));
  }

  /** Calls a tool with arguments of their own. */
  private Decision decision(String session, String tool) {
    return engine.judge(session, engine.identify(tool, Map.of("q", query++)));
  }

  private String hint() {
    ToolCall call = engine.identify("search", Map.of("q", query++));
    Decision.Found found = (Decision.Found) engine.judge("main", call);
    return Messages.hint(engine.report("main", call, found.decisive()));
  }
}
