package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc8785Test {

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
  void canonicalisesTheReferenceDataAsTextAndAsObjects(String name) throws IOException {
    String text = resource("input/" + name + ".json");

    assertThat(canonical(text))
        .isEqualTo(resource("output/" + name + ".json"))
        .isEqualTo(canonical(new ObjectMapper().readValue(text, Object.class)));
  }

  private static String resource(String name) throws IOException {
    try (var in = Rfc8785Test.class.getResourceAsStream("/conformance/rfc8785/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
