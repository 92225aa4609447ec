package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The members of JSON results that do not count. */
class ResultMembersTest {

  private static final IdentityRule RULE =
      IdentityRule.of(List.of("load", "**.served_by"), List.of(), Normalisation.NONE);

  private final Outcomes reader = new Outcomes();

  /** A result of a tool of the application. */
  private record Reply(String city, int load) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"city\": \"Oslo\", \"load\": %d}",
        "{\"load\": {\"percent\": %d}, \"city\": \"Oslo\"}",
        "{\"city\": {\"name\": \"Oslo\", \"served_by\": %d}}",
        "[{\"city\": \"Oslo\", \"load\": %d}, {\"city\": \"Bergen\"}]",
        "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"city\\\": 1, \\\"load\\\": %d}\"}]}",
      })
  void makeNoDifference(String result) {
    Outcome one = reader.read(null, result.formatted(17), RULE);
    Outcome two = reader.read(null, result.formatted(28), RULE);

    assertThat(two.rawKey()).isEqualTo(one.rawKey());
    assertThat(two.settledKey()).isEqualTo(one.settledKey());
    assertThat(reader.read(null, result.formatted(28)).settledKey())
        .as("without a rule")
        .isNotEqualTo(reader.read(null, result.formatted(17)).settledKey());
  }

  @Test
  void makeNoDifferenceInObjectsOfTheApplication() {
    assertThat(reader.read(null, new Reply("Oslo", 3), RULE).rawKey())
        .isEqualTo(reader.read(null, new Reply("Oslo", 4), RULE).rawKey())
        .isNotEqualTo(reader.read(null, new Reply("Bergen", 3), RULE).rawKey());
    assertThat(reader.read(null, Map.of("city", "Oslo", "load", 3), RULE).rawKey())
        .isEqualTo(reader.read(null, Map.of("city", "Oslo", "load", 4), RULE).rawKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"city\": %d, \"load\": 1}",
        "{\"cities\": [{\"load\": %d}]}",
        "[%d, {\"load\": 1}]",
        "load: %d",
      })
  void leaveTheRestAsItIs(String result) {
    assertThat(reader.read(null, result.formatted(17), RULE).settledKey())
        .isNotEqualTo(reader.read(null, result.formatted(28), RULE).settledKey());
  }
}
