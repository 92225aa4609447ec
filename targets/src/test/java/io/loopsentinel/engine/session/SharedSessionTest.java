package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A session that several conversations may have in common: all is found, nothing is stopped. */
class SharedSessionTest {

  private static final SharedSessionKey SHARED = new SharedSessionKey("client");

  private final Turns turns = Engines.shipped().turns();

  @Test
  void warnsOfEachRowOfErrorsAndRunsTheNextCall() {
    Run failing = new Run(Engines.of("sentinel: {}")).in(SHARED);
    for (int i = 0; i < 20; i++) {
      failing.failing("search", Map.of("q", "query " + i), new IllegalStateException("closed"));
    }

    assertThat(failing.events())
        .hasSizeGreaterThan(3)
        .allMatch(event -> event.action() == Action.WARN)
        .allMatch(event -> event.detector().equals("error"));
  }

  @Test
  void warnsOfTurnsThatWouldEndASessionOfOneConversation() {
    for (int i = 0; i < 12; i++) {
      assertThat(turn(SHARED)).isNotEqualTo(Action.TERMINATE);
    }

    assertThat(turn(SHARED)).isEqualTo(Action.WARN);
  }

  @Test
  void warnsOfASpentBudget() {
    Run spending = new Run(Engines.of("sentinel: {budget: {tool_calls: 3}}")).in(SHARED);
    for (int i = 0; i < 12; i++) {
      spending.call("search", Map.of("q", "query " + i), "hits of query " + i);
    }

    assertThat(spending.events())
        .hasSize(9)
        .allMatch(event -> event.action() == Action.WARN)
        .allMatch(event -> event.detector().equals("budget"));
  }

  @Test
  void observesIfTheLadderOnlyObserves() {
    Run observed =
        new Run(Engines.of("sentinel: {default: {escalation: [observe, hint]}}")).in(SHARED);
    for (int i = 0; i < 5; i++) {
      observed.call("search", Map.of("q", "loops"), "the same three hits");
    }

    assertThat(observed.events())
        .filteredOn(event -> event.detector().equals("repeat"))
        .extracting(Run.Event::action)
        .containsExactly(Action.OBSERVE, Action.WARN);
  }

  private Action turn(Object session) {
    Decision.Found found =
        turns.judge(
            session, new ModelTurn("Let me look for the book on loops once more.", 0, 0, null));
    return found == null ? Action.OBSERVE : found.action();
  }
}
