package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentTurnsTest {

  @Test
  void areFewerAfterAReloadThatComparesFewer() {
    LoopEngine engine =
        new LoopEngine(settings(5), new Fingerprinter(FieldAccess.toOpenPackages()));
    say(engine, "the first one");
    say(engine, "something else");
    LoopEngine reloaded = engine.withSettings(settings(1));

    say(reloaded, "the first one");

    assertThat(reloaded.turns().similarityOfLatest("c-1").greatest()).isZero();
  }

  private static EngineSettings settings(int compareLast) {
    return EngineSettings.DEFAULT.withDetectors(
        List.of(
            new SimilarTurnsDetector.Settings(true, 0.85, compareLast, 3, 5, compareLast, null)));
  }

  private static void say(LoopEngine engine, String text) {
    engine.turns().judge("c-1", new ModelTurn(text, 0, 0, null));
  }
}
