package io.loopsentinel.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How long calls wait for their guards. */
class PreparationTest {

  private final CountDownLatch release = new CountDownLatch(1);
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Test
  void aCallWaitsUntilItsGuardsAreBuilt() {
    Preparation preparation = preparation(Duration.ofMinutes(1));
    CompletableFuture<Boolean> call = CompletableFuture.supplyAsync(preparation::await);

    release.countDown();

    assertThat(call.join()).isTrue();
    assertThat(failures).isEmpty();
  }

  @Test
  void aCallThatHasWaitedForLongFailsToBeGuarded() {
    Preparation preparation = preparation(Duration.ofMillis(1));

    assertThatThrownBy(preparation::await).hasMessageContaining("timed out");
    release.countDown();
  }

  @Test
  void callsWaitLongerIfAToolActsOnceOrAsksFirst() {
    Duration ordinary = Preparation.timeout(EngineSettings.DEFAULT);

    for (String gate : List.of("effect: {once: all}", "before: ask", "before: deny")) {
      EngineSettings gated = engine("sentinel: {overrides: {pay: {" + gate + "}}}");
      assertThat(Preparation.timeout(gated)).as(gate).isGreaterThan(ordinary);
    }
  }

  /** Another JVM may have found the loop, or an earlier one have spent the budget. */
  @Test
  void callsWaitLongerIfALadderAsks() {
    Duration ordinary = Preparation.timeout(EngineSettings.DEFAULT);
    String ladder = "escalation: [hint, ask]";

    for (String place :
        List.of(
            "default: {LADDER}",
            "overrides: {pay: {LADDER}}",
            "detectors: {cycle: {LADDER}}",
            "budgets: [{name: daily, per: global, tool_calls: 5, LADDER}]")) {
      EngineSettings asking = engine("sentinel: {" + place.replace("LADDER", ladder) + "}");
      assertThat(Preparation.timeout(asking)).as(place).isGreaterThan(ordinary);
    }
  }

  private static EngineSettings engine(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "");
    return ((ConfigResult.Loaded) result).config().engine();
  }

  private Preparation preparation(Duration timeout) {
    return new Preparation(timeout, this::build, MainThread.running(), failures::add);
  }

  private void build() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
