package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @Test
  void hasTheContentOfTheFingerprintOfTheSameCall() {
    Map<String, Object> arguments = Map.of("q", 1);
    Digest digest = new Digest();

    digest("t", arguments, digest);

    Fingerprint fingerprint = fingerprinter.fingerprint("t", arguments, IdentityRule.ALL_ARGUMENTS);
    assertThat(digest.toFingerprint()).isEqualTo(fingerprint);
    assertThat(digest).hasToString(fingerprint.toHex());
  }

  @Test
  void isFilledAnewByTheNextCall() {
    Digest digest = new Digest();
    digest("t", "first", digest);
    Digest first = new Digest();
    first.copyFrom(digest);

    digest("t", "second", digest);
    assertThat(digest.sameAs(first)).isFalse();

    digest("t", "first", digest);
    assertThat(digest.sameAs(first)).isTrue();
  }

  @Test
  void takesOverAFingerprint() {
    Fingerprint fingerprint = new Fingerprint(1, 2, 3, 4);
    Digest digest = new Digest();

    digest.set(fingerprint);

    assertThat(digest.toFingerprint()).isEqualTo(fingerprint);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_000, 4_095, 4_096, 4_097, 100_000})
  void theListenerIsToldOfTheArgumentsAndNotOfTheName(int length) {
    String tool = "n".repeat(length);
    String text = "{\"b\":\"" + "é\\n".repeat(length) + "\", \"a\":1}";

    digest(tool, text, new Digest());

    assertThat(told.toString(UTF_8)).isEqualTo("{\"a\":1,\"b\":\"" + "é\\n".repeat(length) + "\"}");
  }

  @Test
  void theListenerOfOneCallIsNotToldOfTheNext() {
    digest("t", "first", new Digest());

    fingerprinter.fingerprint("t", "second", IdentityRule.ALL_ARGUMENTS);

    assertThat(told.toString(UTF_8)).isEqualTo("\"first\"");
  }

  private void digest(String tool, Object arguments, Digest into) {
    fingerprinter.digest(
        tool,
        arguments,
        IdentityRule.ALL_ARGUMENTS,
        into,
        (bytes, from, to) -> told.write(bytes, from, to - from));
  }
}
