package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The published vectors, which an implementation in another language gave. */
class FingerprintVectorsTest {

  private final ObjectMapper mapper = new ObjectMapper();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  @TestFactory
  List<DynamicTest> givesThePublishedFingerprint() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode vector : vectors()) {
      for (JsonNode arguments : vector.get("arguments")) {
        String name = vector.get("name").asText() + ": " + arguments;
        tests.add(DynamicTest.dynamicTest(name, () -> check(vector, arguments)));
      }
    }
    return tests;
  }

  @Test
  void theVectorsAreThere() throws IOException {
    assertThat(vectors()).hasSizeGreaterThan(20);
  }

  private void check(JsonNode vector, JsonNode json) throws IOException {
    Object arguments = mapper.treeToValue(json, Object.class);

    byte[] canonical = CanonicalJson.of(arguments, IdentityRule.ALL_ARGUMENTS).getBytes(UTF_8);
    Fingerprint fingerprint =
        fingerprinter.fingerprint(
            vector.get("tool").asText(), arguments, IdentityRule.ALL_ARGUMENTS);

    assertThat(new String(canonical, UTF_8)).isEqualTo(vector.get("canonical").asText());
    assertThat(fingerprint.toHex()).isEqualTo(vector.get("sha256").asText());
  }

  private JsonNode vectors() throws IOException {
    try (var in = getClass().getResourceAsStream("/conformance/fingerprints.json")) {
      return mapper.readTree(in).get("vectors");
    }
  }
}
