package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of the system is set back, or forward, while sessions are open. */
class ClockJumpTest {

  private Instant now = Instant.parse("2026-11-30T12:00:00Z");
  private final MemoryStore store = new MemoryStore(() -> now);
  private final List<Pod> pods =
      List.of(Pod.alone(() -> now), Pod.sharing(store, () -> now, "pod"));

  @ParameterizedTest
  @ValueSource(ints = {-1_440, -120, -1, 120, 1_440})
  void aPollThatWaitsIsNotStopped(int minutes) {
    for (Pod pod : pods) {
      for (int i = 0; i < 12; i++) {
        assertThat(pod.search("poll")).as("call %s", i).isTrue();
        now = now.plus(Duration.ofMinutes(i == 6 ? minutes : 10));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1_440, -120, -1, 120, 1_440})
  void aLoopIsStopped(int minutes) {
    for (Pod pod : pods) {
      int runs = 0;
      for (int i = 0; i < 12; i++) {
        runs += pod.search("loop") ? 1 : 0;
        now = now.plus(i == 1 ? Duration.ofMinutes(minutes) : Duration.ofSeconds(1));
      }
      assertThat(runs).isBetween(2, 6);
    }
  }
}
