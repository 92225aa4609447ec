package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.ExtensionDetector;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Calls whose effect happens once. */
class EffectCallsTest {

  private Instant now = Instant.parse("2026-05-01T12:00:00Z");

  @Test
  void escalateInModeObserveToo() {
    LoopEngine engine = engine(Mode.OBSERVE, (call, earlier) -> null);
    Decision.Found unused = engine.outcome(Objects.requireNonNull(pay(engine).recorded()), "Paid.");

    assertThat(((Decision.Found) pay(engine)).escalates()).isFalse();
    assertThat(((Decision.Found) pay(engine)).escalates()).isTrue();
  }

  @Test
  void areRefusedAsLongAsTheirSessionLasts() {
    LoopEngine engine = engine(Mode.ENFORCE, (call, earlier) -> null);
    Decision.Found unused = engine.outcome(Objects.requireNonNull(pay(engine).recorded()), "Paid.");

    now = now.plus(Duration.ofDays(8));

    assertThat(((Decision.Found) pay(engine)).action()).isEqualTo(Action.HINT);
  }

  @Test
  void haveAnUnknownEffectIfTheyCannotBeJudged() {
    LoopRule failing =
        (call, earlier) -> {
          throw new IllegalStateException("no rule");
        };
    LoopEngine engine = engine(Mode.ENFORCE, failing);
    assertThatIllegalStateException().isThrownBy(() -> pay(engine));

    Decision.Found again = (Decision.Found) pay(engine);

    assertThat(Messages.hint(engine.report("c-1", call(engine), again.decisive())))
        .contains("its outcome is unknown");
  }

  @Test
  void areStoppedByALoopIfTheModeIsSwitchedMeanwhile() {
    RuntimeSwitches switches = new RuntimeSwitches(Mode.OBSERVE);
    AtomicBoolean isLoop = new AtomicBoolean();
    LoopRule rule =
        (call, earlier) -> {
          if (!isLoop.get()) {
            return null;
          }
          switches.setMode(Mode.ENFORCE);
          return new FoundLoop("order", 3, 3, "The order is paid again.", "Stop.");
        };
    LoopEngine engine = engine(switches, rule);
    Decision.Found unused = engine.outcome(Objects.requireNonNull(pay(engine).recorded()), "Paid.");
    isLoop.set(true);

    Decision.Found again = (Decision.Found) pay(engine);

    assertThat(again.action()).isEqualTo(Action.HINT);
    assertThat(again.recorded()).isNull();
  }

  private LoopEngine engine(Mode mode, LoopRule rule) {
    return engine(new RuntimeSwitches(mode), rule);
  }

  private LoopEngine engine(RuntimeSwitches switches, LoopRule rule) {
    Effect effect =
        new Effect(IdentityRule.ALL_ARGUMENTS, Budget.SESSION, Duration.ofDays(7), null);
    Limits limits = new Limits(9, 0, 10, Progress.AWARE, null, null, effect, null);
    EngineSettings settings =
        EngineSettings.DEFAULT
            .withMode(switches.mode())
            .withOverrides(
                List.of(new ToolOverride(Glob.of("pay"), ToolPolicy.DEFAULT.withLimits(limits))))
            .withDetectors(List.of(new ExtensionDetector.Settings("rule", true, null, rule)));
    return new LoopEngine(
        settings,
        switches,
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        new SpendingStore(),
        () -> now);
  }

  private static Decision pay(LoopEngine engine) {
    return engine.judge("c-1", call(engine));
  }

  private static ToolCall call(LoopEngine engine) {
    return engine.identify("pay", Map.of("order", 5));
  }
}
