package io.loopsentinel.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session may take in memory with the settings that ship. */
class SessionMemoryTest {

  private static final int BYTES_A_SESSION = 200;
  private static final int BYTES_A_CALL = 40;

  /** Five calls of 42 bytes, which 16 words take; the rest is what is counted in a row. */
  private static final int BYTES_A_TOOL = 5 * 42 + 114;

  private static final int BYTES_OF_LISTING_TOOLS = 24;

  private final Engine engine = Engines.shipped();

  @Test
  void growsByNoMoreThanEachCallNeeds() throws Exception {
    for (int calls = 1; calls <= 100; calls++) {
      long bytes = bytes(call("tool", calls));

      assertThat(bytes)
          .as("after %d calls", calls)
          .isLessThanOrEqualTo(BYTES_A_SESSION + BYTES_A_CALL * calls);
    }
  }

  @Test
  void stopsGrowingWhereNoMoreCallsAreLookedAt() throws Exception {
    for (int calls = 1; calls <= 24; calls++) {
      call("tool", calls);
    }
    long full = bytes(call("tool", 25));

    for (int calls = 26; calls <= 1_000; calls++) {
      assertThat(bytes(call("tool", calls))).isEqualTo(full);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 32})
  void keepsLittleOfTheOutcomesOfAToolAndNothingOfMendedFailures(int tools) throws Exception {
    RecordedCall call = call("tool0", 0);
    long withoutOutcomes = bytes(call) + 23 * BYTES_A_CALL;

    for (int number = 1; number < 300; number++) {
      call = call("tool" + number % tools, number);
      if (number < 150 && number % 2 == 0) {
        engine.outcomeFailed(call, "Error: no such file: " + "x".repeat(number));
      } else {
        engine.outcome(call, "a result like no other: " + number);
      }
    }

    assertThat(bytes(call) - withoutOutcomes)
        .isLessThanOrEqualTo(BYTES_OF_LISTING_TOOLS + BYTES_A_TOOL * tools);
  }

  private RecordedCall call(String tool, int number) {
    StringBuilder words = new StringBuilder();
    for (int word = 0; word < 40; word++) {
      words.append(" word").append(number).append(word);
    }
    ToolCall call = engine.identify(tool, Map.of("text", words.toString()));
    return Objects.requireNonNull(((Ruling.Pass) engine.judge("session", call)).recorded());
  }

  /** What all sessions share does not count: it is what a new one begins with. */
  private static long bytes(RecordedCall call) throws IllegalAccessException {
    return Footprint.of(call.session(), new Session());
  }
}
