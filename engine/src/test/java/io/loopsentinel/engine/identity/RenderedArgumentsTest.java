package io.loopsentinel.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments as a fingerprinter shows them: those of {@link CanonicalJson}, by other buffers. */
class RenderedArgumentsTest {

  private static final int MOST = 50;

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  static Stream<@Nullable Object> arguments() {
    return Stream.of(
        Map.of("b", 1, "a", "text"),
        "{\"b\": 1.0, \"a\": [true, null]}",
        "no JSON",
        "",
        "x".repeat(MOST - 2),
        "x".repeat(MOST - 1),
        "x".repeat(100_000),
        "\ud83d\ude00".repeat(MOST),
        "x" + "\ud83d\ude00".repeat(MOST),
        "\u20ac".repeat(10_000),
        Collections.nCopies(100_000, "element"),
        List.of());
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void areThoseOfCanonicalJson(Object arguments) {
    assertThat(fingerprinter.render(arguments, IdentityRule.ALL_ARGUMENTS, MOST))
        .isEqualTo(CanonicalJson.render(arguments, IdentityRule.ALL_ARGUMENTS, MOST));
  }

  @Test
  void leaveTheNextFingerprintAsItIs() {
    IdentityRule rule = IdentityRule.ALL_ARGUMENTS;
    Fingerprint before = fingerprinter.fingerprint("search", Map.of("q", 1), rule);

    fingerprinter.render(Map.of("q", "x".repeat(100_000)), rule, MOST);

    assertThat(fingerprinter.fingerprint("search", Map.of("q", 1), rule)).isEqualTo(before);
  }
}
