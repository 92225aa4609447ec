package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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

  @Test
  void leavesTheRungsOfItsOtherCalls() {
    for (int call = 0; call < 3; call++) {
      engine.judge("c-1", callOfAnn("look"));
    }

    List<Decision> withdrawn =
        engine.judgeBatch("c-1", List.of(callOfAnn("look"), callOfAnn("drop")));

    assertThat(action(withdrawn.get(0))).isEqualTo(Action.WARN);
    assertThat(action(engine.judge("c-1", callOfAnn("look")))).isEqualTo(Action.WARN);
    assertThat(action(engine.judge("c-1", callOfAnn("look")))).isEqualTo(Action.HINT);
  }

  @Test
  void climbsTheLadderOfTheCallThatIsStopped() {
    List<ToolCall> batch = List.of(callOfAnn("look"), callOfAnn("drop"));

    assertThat(
            IntStream.range(0, 3).mapToObj(round -> action(engine.judgeBatch("c-1", batch).get(1))))
        .containsExactly(Action.HINT, Action.HINT, Action.ABORT);
  }

  @Test
  void leavesWhatWaitsForItsOtherCalls() {
    for (int call = 0; call < 5; call++) {
      Decision decision = engine.judge("c-1", engine.identify("fetch", "the first page"));
      Decision.Found unused =
          engine.outcomeFailed(Objects.requireNonNull(decision.recorded()), "no connection");
    }
    ToolCall other = engine.identify("fetch", "something quite different");

    List<Decision> withdrawn = engine.judgeBatch("c-1", List.of(other, callOfAnn("drop")));

    assertThat(action(withdrawn.get(0))).isEqualTo(Action.WARN);
    assertThat(action(engine.judge("c-1", engine.identify("fetch", "the first page"))))
        .isEqualTo(Action.HINT);
  }

  private static @Nullable Action action(Decision decision) {
    Decision.Found found = decision.found();
    return found == null ? null : found.action();
  }

  private ToolCall callOfAnn(String tool) {
    return engine.identify(tool, "a").attributed(new Attribution("", Map.of("user", "ann")));
  }

  private static EngineSettings settings() {
    Gate denied = new Gate(false, null);
    Limits limits = new Limits(3, 10, 10, Progress.AWARE, null, denied, null, null);
    ToolPolicy warning = ToolPolicy.DEFAULT.withEscalation(Ladder.of(Action.WARN, Action.HINT));
    ToolPolicy repeated = ToolPolicy.DEFAULT.withLimits(new Limits(0, 0, 10, Progress.AWARE));
    return EngineSettings.DEFAULT.withOverrides(
        List.of(
            new ToolOverride(Glob.of("drop"), ToolPolicy.DEFAULT.withLimits(limits)),
            new ToolOverride(Glob.of("look"), warning),
            new ToolOverride(Glob.of("fetch"), repeated)));
  }
}
