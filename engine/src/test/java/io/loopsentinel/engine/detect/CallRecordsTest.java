package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallRecordsTest {

  private static final int SIZE = CallRecords.SIZE;
  private static final int MOST_OUTCOMES = 40;

  /** Histories that are full soon, and some that grow by more than one call at a time. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 24, 63, 64, 65, 200, 1000})
  void keepsCallsAndOutcomesApartInWhateverOrderTheyCome(int capacity) {
    Random random = new Random(capacity);
    CallHistory history = new CallHistory(capacity);
    List<Fingerprint> calls = new ArrayList<>();
    List<Integer> outcomes = new ArrayList<>();

    for (int step = 0; step < capacity * 2 + 500; step++) {
      if (random.nextBoolean()) {
        Fingerprint call = new Fingerprint(random.nextLong(), random.nextLong(), 0, 0);
        history.record(call);
        calls.add(call);
      } else if (outcomes.size() < MOST_OUTCOMES) {
        history.addOutcome();
        int at = history.latestOutcome();
        assertThat(outcomesOf(history, 1)).containsOnly(0);
        Arrays.fill(history.numbers(), at, at + SIZE, step);
        outcomes.add(0, step);
      } else {
        int gone = random.nextInt(outcomes.size());
        history.removeOutcome(history.latestOutcome() + gone * SIZE);
        outcomes.remove(gone);
      }

      for (int distance = 1; distance <= Math.min(calls.size(), capacity); distance++) {
        assertThat(history.isAgo(distance, calls.get(calls.size() - distance))).isTrue();
      }
      assertThat(outcomesOf(history, outcomes.size())).isEqualTo(repeated(outcomes));
    }
  }

  @Test
  void makesRoomForACallTogetherWithItsOutcome() {
    CallHistory history = new CallHistory(24);
    for (int i = 0; i < 10; i++) {
      history.record(new Fingerprint(i, i, i, i));
      int[] numbers = history.numbers();

      history.addOutcome();

      assertThat(history.numbers()).isSameAs(numbers).hasSize((i + 1) * 2 * SIZE);
    }
  }

  @Test
  void makesNoRoomForMoreCallsThanThereWillBe() {
    CallHistory history = new CallHistory(24);
    for (int i = 0; i < 100; i++) {
      history.record(new Fingerprint(i, i, i, i));
    }
    for (int i = 0; i < 3; i++) {
      history.addOutcome();
    }

    assertThat(history.numbers()).hasSize((24 + 3) * SIZE);
  }

  private static int[] outcomesOf(CallHistory history, int count) {
    int at = history.latestOutcome();
    return Arrays.copyOfRange(history.numbers(), at, at + count * SIZE);
  }

  private static int[] repeated(List<Integer> outcomes) {
    return outcomes.stream()
        .flatMapToInt(outcome -> Arrays.stream(new int[SIZE]).map(ignored -> outcome))
        .toArray();
  }
}
