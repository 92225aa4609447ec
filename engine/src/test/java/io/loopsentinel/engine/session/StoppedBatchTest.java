package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that are dispatched together, one of which is denied. */
class StoppedBatchTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  private final LoopEngine engine =
      new LoopEngine(
          settings(),
          new RuntimeSwitches(Mode.ENFORCE),
          new Fingerprinter(FieldAccess.toOpenPackages()),
          eviction -> {},
          new SpendingStore(),
          () -> NOW);

  @Test
  void keepsTheLabelsAndTheTimeOfItsCalls() {
    List<Decision> decisions =
        engine.judgeBatch("c-1", List.of(callOfAnn("look"), callOfAnn("drop")));

    assertThat(decisions.get(1).found()).isNotNull();
    assertThat(engine.attribution("c-1").labels()).containsEntry("user", "ann");
    assertThat(engine.sessions().get("c-1")).extracting(state -> state.last()).isEqualTo(NOW);
  }

  private ToolCall callOfAnn(String tool) {
    return engine.identify(tool, "a").attributed(new Attribution("", Map.of("user", "ann")));
  }

  private static EngineSettings settings() {
    Gate denied = new Gate(false, null);
    Limits limits = new Limits(3, 10, 10, Progress.AWARE, null, denied, null, null);
    return EngineSettings.DEFAULT.withOverrides(
        List.of(new ToolOverride(Glob.of("drop"), ToolPolicy.DEFAULT.withLimits(limits))));
  }
}
