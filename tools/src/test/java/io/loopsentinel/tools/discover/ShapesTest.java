package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of values tell types and keys, and no value. */
class ShapesTest {

  @Test
  void aMapIsItsKeysAndTypes() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("customer", "Ada");
    arguments.put("limit", 5);
    arguments.put("all", true);
    arguments.put("tags", List.of("secret"));
    arguments.put("more", Map.of("secret", 1));
    arguments.put("none", null);

    assertThat(Shapes.of(arguments))
        .isEqualTo(
            "{customer: text, limit: number, all: boolean, tags: list, more: object, none: null}");
  }

  @Test
  void aJsonTextIsItsKeysAndTypes() {
    assertThat(
            Shapes.of(" {\"customer\": \"Ada\", \"tags\": [1, 2], \"in\": {\"a\": 1}, \"n\": 1.5}"))
        .isEqualTo("JSON text {customer: text, tags: list, in: object, n: number}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "{\"secret\": ", "[\"secret\"]", "{secret}"})
  void anyOtherTextIsText(String text) {
    assertThat(Shapes.of(text)).isEqualTo("text");
  }

  @Test
  void doesNotReportKeysThatMayBeValues() {
    assertThat(Shapes.of(Map.of("ada@example.com", 1))).isEqualTo("{(key): number}");
    assertThat(Shapes.of("{\"4 Main Street\": 1}")).isEqualTo("JSON text {(key): number}");
  }

  @Test
  void namesOfToolsAreShortIdentifiers() {
    assertThat(Shapes.isIdentifier("find_orders")).isTrue();
    assertThat(Shapes.isIdentifier("server.find-orders")).isTrue();
    assertThat(Shapes.isIdentifier("find my orders")).isFalse();
    assertThat(Shapes.isIdentifier("x".repeat(49))).isFalse();
  }
}
