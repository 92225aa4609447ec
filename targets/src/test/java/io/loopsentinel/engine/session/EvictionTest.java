package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.view.Eviction;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions are bounded in number, whatever an application takes for one. */
class EvictionTest {

  @Test
  void tellsOfTheSessionsThatAreForgottenBecauseThereAreTooMany() {
    List<Eviction> evictions = new ArrayList<>();
    LoopEngine engine = engine("sentinel: {sessions: {max: 10}}", evictions);

    for (int i = 0; i < 200; i++) {
      engine.judge("session " + i, engine.identify("search", Map.of()));
    }

    assertThat(evictions).hasSizeGreaterThanOrEqualTo(190).noneMatch(Eviction::idle);
    assertThat(evictions).extracting(Eviction::session).doesNotHaveDuplicates();
  }

  private static LoopEngine engine(String yaml, List<Eviction> evictions) {
    return new LoopEngine(
        Engines.config(yaml),
        new RuntimeSwitches(Mode.ENFORCE),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        evictions::add,
        new SpendingStore(),
        InstantSource.system());
  }
}
