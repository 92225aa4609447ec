package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.settings.Action;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls of a streamed response, which may come before or after its end. */
class StreamedCallsTest {

  private final LoopEngine engine = Engines.shipped();

  @Test
  void areALoopWhenSomeComeBeforeTheEndAndSomeAfterIt() {
    respond();
    engine.turns().asked("s");
    respond();
    assertThat(call()).isNull();
    for (int i = 0; i < 2; i++) {
      engine.turns().asked("s");
      assertThat(call()).isNull();
      respond();
    }
    engine.turns().asked("s");

    assertThat(call()).isEqualTo(Action.HINT);
  }

  @Test
  void areOneRepetitionIfTheyBelongToOneResponse() {
    respond();
    engine.turns().asked("s");
    assertThat(call()).isNull();
    respond();
    for (int i = 0; i < 4; i++) {
      assertThat(call()).isNull();
    }
    engine.turns().asked("s");
    respond();

    assertThat(call()).isNull();
  }

  private void respond() {
    Decision.Found unused = engine.turns().judge("s", new ModelTurn("", 0, 0, null));
  }

  private @Nullable Action call() {
    Decision decision = engine.judge("s", engine.identify("search", Map.of("q", "x")));
    RecordedCall recorded = decision.recorded();
    Decision.Found unused = recorded == null ? null : engine.outcome(recorded, "[]");
    return Engines.action(decision);
  }
}
