package io.loopsentinel.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The published vectors, which an implementation in another language gave, and in the same form
 * those of the normalisers.
 */
class FingerprintVectorsTest {

  private final ObjectMapper mapper = new ObjectMapper();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  @TestFactory
  List<DynamicTest> givesThePublishedFingerprint() throws IOException {
    return tests("fingerprints.json");
  }

  @TestFactory
  List<DynamicTest> takesForOneWhatNormalisersDo() throws IOException {
    return tests("normalised.json");
  }

  @Test
  void theVectorsAreThere() throws IOException {
    assertThat(vectors("fingerprints.json")).hasSizeGreaterThan(20);
    assertThat(vectors("normalised.json")).hasSizeGreaterThan(40);
  }

  private List<DynamicTest> tests(String file) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode vector : vectors(file)) {
      for (JsonNode arguments : vector.get("arguments")) {
        String name = vector.get("name").asText() + ": " + arguments;
        tests.add(DynamicTest.dynamicTest(name, () -> check(vector, arguments)));
      }
    }
    return tests;
  }

  private void check(JsonNode vector, JsonNode json) throws IOException {
    Object arguments = mapper.treeToValue(json, Object.class);
    IdentityRule rule = rule(vector.path("identity"));

    String canonical = CanonicalJson.of(arguments, rule);
    Fingerprint fingerprint =
        fingerprinter.identify(vector.get("tool").asText(), arguments, rule).fingerprint();

    assertThat(canonical).isEqualTo(vector.get("canonical").asText());
    assertThat(fingerprint.toHex()).isEqualTo(vector.get("sha256").asText());
  }

  private IdentityRule rule(JsonNode identity) {
    Set<TextNormaliser> texts = EnumSet.noneOf(TextNormaliser.class);
    for (TextNormaliser each : TextNormaliser.values()) {
      if (identity.path(each.name().toLowerCase(Locale.ROOT)).asBoolean()) {
        texts.add(each);
      }
    }
    Map<String, @Nullable Object> defaults =
        identity.has("defaults")
            ? mapper.convertValue(identity.get("defaults"), new TypeReference<>() {})
            : Map.of();
    return IdentityRule.of(
        names(identity.path("ignore")),
        names(identity.path("only")),
        new Normalisation(texts, identity.path("descriptions").asBoolean(), defaults));
  }

  private static List<String> names(JsonNode paths) {
    List<String> names = new ArrayList<>();
    paths.forEach(path -> names.add(path.asText()));
    return names;
  }

  private JsonNode vectors(String file) throws IOException {
    try (var in = getClass().getResourceAsStream("/conformance/" + file)) {
      return mapper.readTree(in).get("vectors");
    }
  }
}
