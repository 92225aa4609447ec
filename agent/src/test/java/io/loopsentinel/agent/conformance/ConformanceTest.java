package io.loopsentinel.agent.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Plays behaviour vectors, as they are, against the engine that ships. */
class ConformanceTest {

  private static final List<String> PUBLISHED =
      List.of(
          "repeat.json",
          "overrides.json",
          "cycles.json",
          "ladder.json",
          "progress.json",
          "outcomes.json",
          "turns.json");

  /** What the published ones leave open. */
  private static final List<String> OWN =
      List.of(
          "own/responses.json",
          "own/waiting.json",
          "own/streaks.json",
          "own/cycles.json",
          "own/budget.json",
          "own/findings.json",
          "own/identity.json",
          "own/done.json",
          "own/patience.json",
          "own/errors.json",
          "own/turns.json",
          "own/reports.json");

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void everyStepIsJudgedAsWritten(JsonNode vector) throws Exception {
    Player player = Player.withConfiguration(vector.get("config").asText());
    int number = 0;
    for (JsonNode step : vector.get("steps")) {
      number++;
      assertThat(player.play(step)).as("step %d: %s", number, step).isEqualTo(Player.figures(step));
    }
  }

  static Stream<Arguments> cases() throws IOException {
    List<Arguments> cases = new ArrayList<>();
    for (String file : Stream.concat(PUBLISHED.stream(), OWN.stream()).toList()) {
      for (JsonNode each : read(file).get("cases")) {
        cases.add(Arguments.of(Named.of(file + ": " + each.get("name").asText(), each)));
      }
    }
    return cases.stream();
  }

  private static JsonNode read(String file) throws IOException {
    try (InputStream in = ConformanceTest.class.getResourceAsStream("/conformance/" + file)) {
      return new ObjectMapper().readTree(in);
    }
  }
}
