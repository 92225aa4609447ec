package io.loopsentinel.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The JSON Schema at the root of the repository says what the reader does. */
class ConfigSchemaTest {

  private static final String SENTINEL = "/properties/sentinel";

  @ParameterizedTest
  @MethodSource
  void hasTheKeysThatTheReaderKnows(String pointer, List<String> keys) throws IOException {
    JsonNode section = schema().at(pointer);

    assertThat(section.at("/additionalProperties").asBoolean(true)).isFalse();
    assertThat(names(section)).containsExactlyInAnyOrderElementsOf(keys);
  }

  static Stream<Arguments> hasTheKeysThatTheReaderKnows() {
    return Stream.of(
        Arguments.of("", Configs.keysOf("%s")),
        keys("", "%s"),
        keys("/properties/default", "default: %s"),
        keys("/properties/default/properties/identity", "default: {identity: %s}"),
        keys("/properties/overrides/additionalProperties", "overrides: {a: %s}"),
        keys("/properties/detectors", "detectors: %s"),
        keys("/properties/detectors/properties/repeat", "detectors: {repeat: %s}"),
        keys("/properties/detectors/properties/cycle", "detectors: {cycle: %s}"),
        keys("/properties/detectors/properties/error", "detectors: {error: %s}"),
        keys("/properties/detectors/properties/stagnation", "detectors: {stagnation: %s}"),
        keys("/properties/detectors/properties/similar_calls", "detectors: {similar_calls: %s}"),
        keys("/properties/detectors/properties/similar_turns", "detectors: {similar_turns: %s}"),
        keys("/properties/budget", "budget: %s"),
        keys(
            "/properties/budget/properties/prices/additionalProperties",
            "budget: {prices: {a: %s}}"),
        keys("/properties/sessions", "sessions: %s"),
        keys("/properties/telemetry", "telemetry: %s"),
        keys("/properties/telemetry/properties/jfr", "telemetry: {jfr: %s}"),
        keys("/properties/telemetry/properties/audit", "telemetry: {audit: %s}"),
        Arguments.of("/$defs/webhook", Configs.keys("telemetry: {webhooks: [%s]}")),
        Arguments.of("/$defs/target", Configs.keys("targets: [%s]")));
  }

  /** Each value is tried in the reader alone, so that only its own bounds can refuse it. */
  @ParameterizedTest
  @MethodSource("numbers")
  void hasTheBoundsThatTheReaderHas(String path, JsonNode number) {
    for (String bound : List.of("minimum", "maximum")) {
      if (number.has(bound) && number.get(bound).isIntegralNumber()) {
        long limit = number.get(bound).asLong();
        long beyond = bound.equals("minimum") ? limit - 1 : limit + 1;

        assertThat(expectations(path, limit)).isEmpty();
        assertThat(expectations(path, beyond)).hasSize(1);
      }
    }
  }

  static Stream<Arguments> numbers() throws IOException {
    JsonNode schema = schema();
    return ExternalSettings.PATHS.stream()
        .filter(path -> !path.equals(ExternalSettings.FILE))
        .filter(path -> definition(schema, path).has("maximum"))
        .map(path -> Arguments.of(Named.of(path, path), definition(schema, path)));
  }

  @Test
  void hasTheDefaultsOfTheReader() throws IOException {
    JsonNode schema = schema();
    StringBuilder yaml = new StringBuilder();

    for (String path : ExternalSettings.PATHS) {
      if (!path.equals(ExternalSettings.FILE) && definition(schema, path).has("default")) {
        String value = definition(schema, path).get("default").asText();
        yaml.append(path).append('=').append(value).append(',');
      }
    }

    String argument = yaml.substring(0, yaml.length() - 1);
    ConfigResult result = Configs.load(argument, Map.of(), Map.of());
    assertThat(argument).contains("default.threshold=3", "sessions.idle_timeout=30m");
    assertThat(Configs.loaded(result).config()).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void isNamedInTheFirstLineOfTheReference() throws IOException {
    String reference = Files.readString(Configs.inRepository("sentinel-config.yaml").toPath());

    assertThat(reference).startsWith("# yaml-language-server: $schema=sentinel-config.schema.json");
  }

  private static List<String> expectations(String path, long value) {
    ConfigResult result = Configs.load(path + "=" + value, Map.of(), Map.of());
    return result instanceof ConfigResult.Rejected
        ? Configs.problems(result).stream().filter(line -> line.contains("expected")).toList()
        : List.of();
  }

  private static JsonNode definition(JsonNode schema, String path) {
    JsonNode node = schema.at(SENTINEL);
    for (String key : path.split("\\.", -1)) {
      node = node.path("properties").path(key);
    }
    JsonNode either = node.path("oneOf").path(1);
    return either.has("maximum") ? either : node;
  }

  private static List<String> names(JsonNode section) {
    List<String> names = new ArrayList<>();
    section.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static Arguments keys(String pointer, String content) {
    return Arguments.of(SENTINEL + pointer, Configs.keys(content));
  }

  private static JsonNode schema() throws IOException {
    return new ObjectMapper().readTree(Configs.inRepository("sentinel-config.schema.json"));
  }
}
