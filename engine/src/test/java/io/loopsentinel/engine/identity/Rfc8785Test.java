package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc8785Test {

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
  void canonicalisesTheReferenceDataAsText(String name) throws IOException {
    String input = resource("input/" + name + ".json");

    byte[] canonical = CanonicalJson.of(input, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8);

    assertThat(new String(canonical, UTF_8)).isEqualTo(resource("output/" + name + ".json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
  void canonicalisesTheReferenceDataAsObjects(String name) throws IOException {
    Object input = new ObjectMapper().readValue(resource("input/" + name + ".json"), Object.class);

    byte[] canonical = CanonicalJson.of(input, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8);

    assertThat(new String(canonical, UTF_8)).isEqualTo(resource("output/" + name + ".json"));
  }

  private static String resource(String name) throws IOException {
    try (var in = Rfc8785Test.class.getResourceAsStream("/conformance/rfc8785/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
