package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a session may take in memory with the settings that ship. */
class SessionMemoryTest {

  private static final int BYTES_A_SESSION = 200;
  private static final int BYTES_A_CALL = 40;

  private final Engine engine = Engines.shipped();

  /** What comes of the calls; no two outcomes are the same. */
  private enum Outcomes {
    NONE,
    RESULTS,
    FAILURES,
    BOTH
  }

  static Stream<Arguments> toolsAndOutcomes() {
    return Stream.of(1, 2, 5, 32)
        .flatMap(
            tools -> Stream.of(Outcomes.values()).map(outcomes -> Arguments.of(tools, outcomes)));
  }

  @ParameterizedTest
  @MethodSource("toolsAndOutcomes")
  void takesNoMoreThanPromisedWhereNoCallIsRepeated(int tools, Outcomes outcomes) throws Exception {
    holdsThePromise(tools, outcomes, Integer.MAX_VALUE, 50);
  }

  @ParameterizedTest
  @MethodSource("toolsAndOutcomes")
  void takesNoMoreThanPromisedWhereCallsAreRepeated(int tools, Outcomes outcomes) throws Exception {
    for (int period = 1; period <= 5; period++) {
      holdsThePromise(tools, outcomes, period, outcomes == Outcomes.NONE ? 3 : 9);
    }
  }

  @ParameterizedTest
  @MethodSource("toolsAndOutcomes")
  void takesNoMoreThanPromisedWhereLongBlocksAreRepeated(int tools, Outcomes outcomes)
      throws Exception {
    for (int period = 6; period <= 8; period++) {
      holdsThePromise(tools, outcomes, period, 16);
    }
  }

  @Test
  void stopsGrowingWhereNoMoreCallsAreLookedAt() throws Exception {
    for (int number = 0; number < 24; number++) {
      play("calls", 1, Outcomes.RESULTS, number, number);
    }
    RecordedCall call = play("calls", 1, Outcomes.RESULTS, 24, 24);
    long full = bytes(call);

    for (int number = 25; number < 1_000; number++) {
      call = play("calls", 1, Outcomes.RESULTS, number, number);
      assertThat(bytes(call)).isEqualTo(full);
    }
  }

  @Test
  void forgetsTheOldestOutcomesOfTooManyTools() throws Exception {
    long full = 0;
    for (int number = 0; number < 1_000; number++) {
      RecordedCall call = play("tools", 1_000, Outcomes.BOTH, number, number);
      full = number == 200 ? bytes(call) : full;
      assertThat(number <= 200 || bytes(call) == full).isTrue();
    }
  }

  /**
   * Makes calls until one is stopped, and measures the session after each.
   *
   * @param period after how many calls the same ones come again
   * @param leastCalls how many are made at least, so that something is measured
   */
  private void holdsThePromise(int tools, Outcomes outcomes, int period, int leastCalls)
      throws Exception {
    String session = "again after " + period;
    int made = 0;
    while (made < 50) {
      RecordedCall call = play(session, tools, outcomes, made, made % period);
      if (call == null) {
        break;
      }
      made++;
      assertThat(bytes(call))
          .as("%s, after %d calls", session, made)
          .isLessThanOrEqualTo(BYTES_A_SESSION + BYTES_A_CALL * made);
    }
    assertThat(made).isGreaterThanOrEqualTo(leastCalls);
  }

  /** Makes a call of 40 words; returns {@code null} where something is found. */
  private @Nullable RecordedCall play(
      String session, int tools, Outcomes outcomes, int number, int same) {
    StringBuilder words = new StringBuilder();
    for (int word = 0; word < 40; word++) {
      words.append(" word").append(same).append('x').append(word);
    }
    ToolCall call = engine.identify("tool" + same % tools, Map.of("text", words.toString()));
    if (!(engine.judge(session, call) instanceof Ruling.Pass pass) || pass.recorded() == null) {
      return null;
    }
    RecordedCall recorded = pass.recorded();
    boolean fails = outcomes == Outcomes.BOTH && number % 2 == 0;
    if (fails || outcomes == Outcomes.FAILURES) {
      engine.outcomeFailed(recorded, "Error: no such file: " + "x".repeat(number));
    } else if (outcomes != Outcomes.NONE) {
      engine.outcome(recorded, "a result like no other: " + number);
    }
    return recorded;
  }

  /** What all sessions share does not count: it is what a new one begins with. */
  private static long bytes(@Nullable RecordedCall call) throws IllegalAccessException {
    return Footprint.of(
        Objects.requireNonNull(call).session(), new Session("blank", Engines.shippedLayout()));
  }
}
