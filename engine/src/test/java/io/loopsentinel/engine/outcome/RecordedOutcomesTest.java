package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls as agents made them, shortened: what they are, and which of them are the same. */
class RecordedOutcomesTest {

  private final Outcomes reader = new Outcomes();

  @ParameterizedTest
  @MethodSource("cases")
  void callsAreWhatTheyAre(JsonNode recorded) {
    for (JsonNode call : recorded.get("calls")) {
      Outcome outcome = read(call);

      assertThat(outcome.tellingLine()).isEqualTo(call.path("telling").textValue());
      assertThat(outcome.failed()).isEqualTo(call.has("telling"));
      assertThat(outcome.acknowledgement()).isEqualTo(call.get("acknowledgement").booleanValue());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void callsAreComparedByWhatTheyBrought(JsonNode recorded) {
    List<Outcome> outcomes = new ArrayList<>();
    recorded.get("calls").forEach(call -> outcomes.add(read(call)));

    for (JsonNode key : recorded.path("same")) {
      assertThat(outcomes)
          .extracting(key(key)::applyAsLong)
          .as(key.textValue())
          .hasSize(outcomes.size())
          .containsOnly(key(key).applyAsLong(outcomes.get(0)));
    }
    for (JsonNode key : recorded.path("different")) {
      assertThat(outcomes)
          .extracting(key(key)::applyAsLong)
          .as(key.textValue())
          .doesNotHaveDuplicates();
    }
  }

  private Outcome read(JsonNode call) {
    return reader.read(call.get("args").toString(), call.get("result").textValue());
  }

  private static ToLongFunction<Outcome> key(JsonNode name) {
    return switch (name.textValue()) {
      case "raw" -> Outcome::rawKey;
      case "normalised" -> Outcome::normalisedKey;
      case "settled" -> Outcome::settledKey;
      case "error" -> Outcome::errorKey;
      case "stagnation" -> Outcome::stagnationKey;
      default -> throw new IllegalArgumentException("no key " + name);
    };
  }

  private static Stream<Named<JsonNode>> cases() throws IOException {
    try (InputStream in =
        RecordedOutcomesTest.class.getResourceAsStream("/outcome/recorded.json")) {
      JsonNode cases = new ObjectMapper().readTree(Objects.requireNonNull(in));
      return StreamSupport.stream(cases.spliterator(), false)
          .map(recorded -> Named.of(recorded.get("name").textValue(), recorded));
    }
  }
}
