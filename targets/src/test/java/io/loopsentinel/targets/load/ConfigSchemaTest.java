package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader does what the JSON Schema at the root of the repository says. */
class ConfigSchemaTest {

  private static final String SENTINEL = "/properties/sentinel";

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
        JsonNode value = definition(schema, path).get("default");
        String text = value.isArray() ? value.toString() : value.asText();
        yaml.append(path).append('=').append(text).append(',');
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
    JsonNode either = node.path("anyOf").path(1);
    return either.has("maximum") ? either : node;
  }

  private static JsonNode schema() throws IOException {
    return new ObjectMapper().readTree(Configs.inRepository("sentinel-config.schema.json"));
  }
}
