package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The mode is switched while sessions live. */
class RuntimeSwitchesTest {

  private static final String SESSION = "main";

  @Test
  void observeModeResumesTerminatedSessionsTemporarily() {
    LoopEngine engine =
        Engines.of("sentinel:\n  default: {threshold: 1, escalation: [terminate]}\n");
    judge(engine);
    assertThat(action(judge(engine))).isEqualTo(Action.TERMINATE);

    engine.controls().setMode(Mode.OBSERVE);

    assertThat(other(engine)).isInstanceOf(Decision.Pass.class);
    assertThat(engine.turns().judgeNext(SESSION, Attribution.NONE)).isNull();
    assertThat(engine.sessions()).containsOnlyKeys(SESSION);
    assertThat(engine.sessions().values()).allMatch(SessionState::isTerminated);

    engine.controls().setMode(Mode.ENFORCE);

    assertThat(action(other(engine))).isEqualTo(Action.TERMINATE);
    assertThat(engine.turns().judgeNext(SESSION, Attribution.NONE)).isNotNull();
  }

  private static Decision judge(LoopEngine engine) {
    return engine.judge(SESSION, engine.identify("search", Map.of("q", "x")));
  }

  private static Decision other(LoopEngine engine) {
    return engine.judge(SESSION, engine.identify("other", Map.of()));
  }

  private static Action action(Decision decision) {
    return ((Decision.Found) decision).action();
  }
}
