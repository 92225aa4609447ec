package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random calls under random settings: the engine says what its slow and plain model says. */
@Tag("slow")
class EngineModelTest {

  private static final String SESSION = "main";
  private static final int RUNS = 600;
  private static final int CALLS = 90;

  @Test
  void equalsASlowAndPlainModelOfItself() {
    int found = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      found += play(seed);
    }

    // Random calls that never make a loop would prove nothing.
    assertThat(found).isGreaterThan(RUNS * 10);
  }

  private static int play(int seed) {
    Random random = new Random(seed);
    RandomSettings settings = RandomSettings.draw(random);
    LoopEngine engine = Engines.of(settings.yaml());
    PlainModel model = new PlainModel(settings);
    RandomCalls calls = new RandomCalls(random);
    List<Outstanding> outstanding = new ArrayList<>();
    boolean turns = random.nextBoolean();
    int found = 0;
    for (int number = 0; number < CALLS; number++) {
      if (turns && random.nextInt(3) == 0) {
        engine.turns().judge(SESSION, new ModelTurn(null, 0, 0, null));
        model.turn();
      }
      RandomCalls.Next next = calls.next();
      Decision decision =
          engine.judge(SESSION, engine.identify(next.tool(), Map.of("n", next.argument())));
      PlainModel.Verdict expected = model.judge(next.tool(), next.tool() + " " + next.argument());
      assertThat(seen(decision))
          .as("seed %d, call %d: %s under%n%s", seed, number, next, settings.yaml())
          .isEqualTo(new Seen(expected.action(), expected.found()));
      found += expected.found().size();
      if (expected.made() != null) {
        outstanding.add(new Outstanding(recorded(decision), expected.made(), next.result()));
      }
      tellSome(outstanding, engine, random);
    }
    return found;
  }

  /** Results come late, and not in the order of the calls; some never come. */
  private static void tellSome(List<Outstanding> outstanding, LoopEngine engine, Random random) {
    while (!outstanding.isEmpty() && random.nextInt(8) != 0) {
      Outstanding next = outstanding.remove(random.nextInt(outstanding.size()));
      if (random.nextInt(10) != 0) {
        engine.outcome(next.recorded(), next.result());
        next.made().result(next.result());
      }
    }
  }

  private record Outstanding(RecordedCall recorded, PlainModel.Made made, String result) {}

  private record Seen(@Nullable Action action, Set<PlainModel.Found> found) {}

  private static Seen seen(Decision decision) {
    if (!(decision instanceof Decision.Found found)) {
      return new Seen(null, Set.of());
    }
    Set<PlainModel.Found> detections =
        found.detections().stream()
            .map(
                each ->
                    new PlainModel.Found(
                        each.finding().detector(),
                        each.finding().count(),
                        each.occurrence(),
                        each.rung()))
            .collect(Collectors.toSet());
    return new Seen(found.action(), found.afterEnd() ? Set.of() : detections);
  }

  private static RecordedCall recorded(Decision decision) {
    RecordedCall recorded =
        decision instanceof Decision.Found found
            ? found.recorded()
            : ((Decision.Pass) decision).recorded();
    return Objects.requireNonNull(recorded);
  }
}
