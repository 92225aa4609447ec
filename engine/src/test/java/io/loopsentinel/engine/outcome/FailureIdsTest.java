package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids in the texts of failures. */
class FailureIdsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ch_3NxKq0aPz81RtLm",
        "7HQ2VXN4KP0T9ZRA",
        "bXk3vQp9LmZ2sT7wYc4uRf8hJn1gDe5aKo0iVtBqMxE=",
        "bXk3vQp9LmZ2sT7w/c4uRf8hJn1+De5aKo0iVtBqMxE=",
      })
  void areMasked(String id) {
    assertThat(FailureIds.masked("Declined (request " + id + "), see " + id + "."))
        .isEqualTo("Declined (request <id>), see <id>.");
  }

  @Test
  void areMaskedAtTheEndOfAnAddress() {
    assertThat(FailureIds.masked("https://dashboard.example/logs/req_1a2b3c4d5e6f7a"))
        .doesNotContain("1a2b3c4d5e6f7a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Order 4711 of 2026-11-30 was not found: 12 of 20 items",
        "src/main/java/com/acme/shop/OrderRepository2.java:12: cannot find symbol",
        "java.lang.IllegalStateException: too_many_requests_in_minute_2",
        "0.8201699256896973 is no amount, 123456789012345 is no account",
      })
  void areNoNamesPathsOrNumbers(String failure) {
    assertThat(FailureIds.masked(failure)).isEqualTo(failure);
  }

  @Test
  void doNotMakeLongFailuresEqualThatDifferInTheMiddle() {
    OutcomeReader reader = new OutcomeReader(new VolatileTokens(List.of()));
    String ends = "a line of the log\n".repeat(600);

    Outcome one = reader.readFailure(Map.of(), WordSet.EMPTY, ends + "test A failed\n" + ends);
    Outcome other = reader.readFailure(Map.of(), WordSet.EMPTY, ends + "test B failed\n" + ends);

    assertThat(one.settledKey()).isNotEqualTo(other.settledKey());
  }

  @Test
  void distinguishTheTextsThatAreEqualWithoutThem() {
    OutcomeReader reader = new OutcomeReader(new VolatileTokens(List.of()));

    Outcome one = reader.readFailure(Map.of(), WordSet.EMPTY, "Declined: ch_3NxKq0aPz81RtLm");
    Outcome other = reader.readFailure(Map.of(), WordSet.EMPTY, "Declined: ch_7QwXa1bRt92LmKp");

    assertThat(one.normalisedKey()).isEqualTo(other.normalisedKey());
    assertThat(one.rawKey()).isNotEqualTo(other.rawKey());
  }
}
