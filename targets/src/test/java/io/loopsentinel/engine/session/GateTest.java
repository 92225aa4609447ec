package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an override decides before each call of a tool, the first one included. */
class GateTest {

  private LoopEngine engine = engine("overrides: {pay: {before: deny}}");

  @Test
  void deniesTheFirstCallAndEndsTheRunOfAModelThatInsists() {
    assertThat(action("pay", 1)).isEqualTo(Action.HINT);
    assertThat(action("pay", 1)).isEqualTo(Action.HINT);
    assertThat(action("pay", 1)).isEqualTo(Action.ABORT);
    assertThat(action("pay", 2)).isEqualTo(Action.HINT);
    assertThat(action("look", 1)).isNull();
  }

  @Test
  void tellsTheModelThatTheToolIsNotAllowed() {
    assertThat(hint("pay"))
        .isEqualTo(
            "loop-detected: pay is not allowed here. This call was not run. Go on without it, or"
                + " tell the user that it was not done.");
  }

  @Test
  void tellsTheModelTheConfiguredText() {
    engine =
        engine(
            "overrides: {pay: {before: {deny: Payments need a ticket.}, suggest: Open a ticket.}}");

    assertThat(hint("pay"))
        .startsWith("loop-detected: Payments need a ticket. This call was not run. Go on without");
    assertThat(hint("pay"))
        .contains("If it is made once more, the run is stopped with an error.")
        .contains("(1) Open a ticket.;");
  }

  @Test
  void isNotToldInTheWordsForLoops() {
    engine =
        engine(
            "default: {message: \"You called {tool} {count} times.\"}, overrides: {pay: {before:"
                + " deny}}");

    assertThat(hint("pay")).startsWith("loop-detected: pay is not allowed here.");
  }

  @Test
  void namesItsSettingInTheErrorThatEndsTheRun() {
    action("pay", 1);
    action("pay", 1);
    ToolCall call = call("pay", 1);
    Decision.Found found = (Decision.Found) engine.judge("main", call);

    assertThat(
            LoopErrors.error(engine.report("main", call, found.decisive()), false, null)
                .getMessage())
        .isEqualTo(
            "loop-detected: each call of pay is denied (before, session main). This call of pay"
                + " was aborted. To allow it, change overrides.pay.before.");
  }

  @Test
  void asksAboutEachCall() {
    engine = engine("overrides: {pay: {before: ask, reason: Money}}");
    List<Action> actions = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      ToolCall call = call("pay", 1);
      Decision.Found asked = (Decision.Found) engine.judge("main", call);
      Decision.Found resumed = engine.resume("main", call, asked, Action.OBSERVE);
      actions.add(asked.action());
      assertThat(asked.decisive().next()).isEqualTo(Action.HINT);
      assertThat(resumed.isApproval()).isTrue();
      assertThat(resumed.recorded()).isNotNull();
    }

    assertThat(actions).containsOnly(Action.ASK);
  }

  @Test
  void tellsTheModelThatNobodyApprovedTheCall() {
    engine = engine("overrides: {pay: {before: ask}}");

    assertThat(hint("pay"))
        .isEqualTo(
            "loop-detected: pay runs only if a person approves the call, and nobody approved this"
                + " one. This call was not run. Go on without it, or tell the user that it was not"
                + " done.");
  }

  @Test
  void tellsThatAPersonRefusedTheCall() {
    engine = engine("overrides: {pay: {before: ask}}");
    ToolCall call = call("pay", 1);
    Decision.Found asked = (Decision.Found) engine.judge("main", call);
    Decision.Found refused = engine.resume("main", call, asked.refused(), Action.HINT);

    assertThat(Messages.hint(engine.report("main", call, refused.decisive())))
        .startsWith("loop-detected: A person refused this call of pay. This call was not run.");
    assertThat(refused.decisive().summary()).isEqualTo("a person refused this call of pay");
  }

  @Test
  void asksNobodyAboutACallBeyondItsMaximum() {
    engine = engine("overrides: {pay: {before: ask, max_calls: 1}}");
    ToolCall call = call("pay", 1);
    engine.resume("main", call, (Decision.Found) engine.judge("main", call), Action.OBSERVE);

    assertThat(action("pay", 2)).isEqualTo(Action.HINT);
  }

  @Test
  void stopsNothingInModeObserve() {
    engine = engine("mode: observe, overrides: {pay: {before: deny}, send: {before: ask}}");

    assertThat(action("pay", 1)).isEqualTo(Action.OBSERVE);
    assertThat(action("send", 1)).isEqualTo(Action.OBSERVE);
  }

  @Test
  void appliesInASessionThatConversationsShare() {
    Decision decision = engine.judge(new SharedSessionKey("all"), call("pay", 1));

    assertThat(Engines.action(decision)).isEqualTo(Action.HINT);
  }

  @Test
  void isNotAskedAboutCallsThatAreNotDispatched() {
    RequestedCall requested = new RequestedCall(call("pay", 1), "{}");

    engine.turns().judge("main", new ModelTurn(null, 0, 0, null));
    engine.turns().requested("main", List.of(requested));

    assertThat(engine.turns().judgeUndispatched("main"))
        .extracting(RequestedCall::decision)
        .hasSize(1)
        .hasOnlyElementsOfType(Decision.Pass.class);
  }

  private static LoopEngine engine(String settings) {
    return Engines.of("sentinel: {" + settings + "}");
  }

  private ToolCall call(String tool, int order) {
    return engine.identify(tool, Map.of("order", order));
  }

  private @Nullable Action action(String tool, int order) {
    return Engines.action(engine.judge("main", call(tool, order)));
  }

  private String hint(String tool) {
    ToolCall call = call(tool, 1);
    Decision.Found found = (Decision.Found) engine.judge("main", call);
    return Messages.hint(engine.report("main", call, found.decisive()));
  }
}
